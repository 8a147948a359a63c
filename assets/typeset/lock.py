"""Encrypts a PDF under a password: 128-bit RC4 (ISO 32000-1, 7.6, revision 3). It makes files that ask for a password, and
keeps no secret: RC4 has been broken."""

import hashlib
import re

PAD = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
ID = b"pincite-file-id!"
PERMISSIONS = -4
STRING = re.compile(rb"\((?P<plain>(?:\\.|[^\\()])*)\)|(?<!<)<(?P<hex>[0-9a-f]+)>")


def rc4(key, data):
    """Encrypts, or decrypts."""
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def padded(password):
    """A password (bytes) of 32 bytes."""
    return (password + PAD)[:32]


class Lock:
    """What a file needs to be opened with the passwords `user` and `owner` only."""

    def __init__(self, user, owner):
        self.owner = _turned(_strong(padded(owner.encode())), padded(user.encode()))
        about = PERMISSIONS.to_bytes(4, "little", signed=True) + ID
        self.key = _strong(padded(user.encode()) + self.owner + about)
        self.user = _turned(self.key, hashlib.md5(PAD + ID).digest()) + bytes(16)

    def sealed(self, number, body):
        """Object `number` with its strings, and its stream if it is one, encrypted."""
        key = hashlib.md5(self.key + number.to_bytes(3, "little") + b"\0\0").digest()
        head, mark, rest = body.partition(b"\nstream\n")
        data, end, _ = rest.rpartition(b"\nendstream")
        head = STRING.sub(lambda string: b"<%s>" % rc4(key, _bytes(string)).hex().encode(), head)
        return head + mark + rc4(key, data) + end

    def dictionary(self):
        """The encryption dictionary."""
        return (
            f"<< /Filter /Standard /V 2 /R 3 /Length 128 /P {PERMISSIONS} "
            f"/O <{self.owner.hex()}> /U <{self.user.hex()}> >>"
        )

    def identity(self):
        """The entry of the trailer that the key depends on."""
        return f"/ID [<{ID.hex()}> <{ID.hex()}>]"


def _bytes(string):
    """What a string says, a match of `STRING`."""
    plain = string["plain"]
    return bytes.fromhex(string["hex"].decode()) if plain is None else re.sub(rb"\\(.)", rb"\1", plain)


def _strong(start):
    """A key of 16 bytes."""
    for _ in range(51):
        start = hashlib.md5(start).digest()
    return start


def _turned(key, data):
    """Encrypted twenty times, each with another turn of the key."""
    for turn in range(20):
        data = rc4(bytes(byte ^ turn for byte in key), data)
    return data
