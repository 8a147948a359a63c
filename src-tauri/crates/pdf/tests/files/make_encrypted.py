#!/usr/bin/env python3
"""Makes the encrypted PDFs beside it: 40-bit RC4 (ISO 32000-1, 7.6, revision 2), one with an empty user password, as
half of all SEC filings have, and one with the user password `secret`."""

import hashlib
import pathlib

PAD = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
ID = b"pincite-test-id!"
PERMISSIONS = -4


def rc4(key, data):
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
    return (password + PAD)[:32]


def make(user, said):
    owner = rc4(hashlib.md5(padded(b"owner")).digest()[:5], padded(user))
    key = hashlib.md5(padded(user) + owner + PERMISSIONS.to_bytes(4, "little", signed=True) + ID).digest()[:5]

    def sealed(number, data):
        return rc4(hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10], data)

    content = sealed(4, b"BT /F1 12 Tf 72 700 Td (" + said + b") Tj ET")
    encryption = b"<< /Filter /Standard /V 1 /R 2 /P %d /O <%s> /U <%s> >>" % (
        PERMISSIONS,
        owner.hex().encode(),
        rc4(key, PAD).hex().encode(),
    )
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        encryption,
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(bodies, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Encrypt 5 0 R /ID [<%s> <%s>] >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(bodies) + 1,
        ID.hex().encode(),
        ID.hex().encode(),
        start,
    )
    return out


here = pathlib.Path(__file__).parent
(here / "empty-password.pdf").write_bytes(make(b"", b"Opened without asking"))
(here / "password-secret.pdf").write_bytes(make(b"secret", b"Opened with the password"))
