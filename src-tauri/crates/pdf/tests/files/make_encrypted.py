#!/usr/bin/env python3
"""Makes the encrypted PDFs beside it: 40-bit RC4 (ISO 32000-1, 7.6, revision 2), one with an empty user password, as
half of all SEC filings have, and one with the user password `secret`."""

import hashlib
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parents[4] / "assets"))

from typeset.lock import PAD, PERMISSIONS, padded, rc4  # noqa: E402

ID = b"pincite-test-id!"


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


(HERE / "empty-password.pdf").write_bytes(make(b"", b"Opened without asking"))
(HERE / "password-secret.pdf").write_bytes(make(b"secret", b"Opened with the password"))
