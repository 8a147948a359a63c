"""Writes a PDF file: objects, pages, page labels and the outline. Not for where text stands on a page."""

import zlib

from .fonts import NAMES


class Pdf:
    """A PDF under construction. Objects are numbered from 1; the catalogue is 1 and the page tree 2. With a lock
    (`lock.Lock`) it is encrypted."""

    def __init__(self, title, lock=None):
        self.lock = lock
        self.objects = [None, None]
        self.pages = []
        self.labels = []
        self.outline = []
        self.info = self.add(f"<< /Title {literal(title)} /Producer (typeset for Pincite) >>")
        fonts = " ".join(
            f"/{name} {self.add(f'<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>')} 0 R"
            for font, name in NAMES.items()
        )
        self.fonts = f"/Font << {fonts} >>"

    def add(self, body):
        """Adds an object (text or bytes) and returns its number."""
        self.objects.append(body if isinstance(body, bytes) else body.encode("cp1252"))
        return len(self.objects)

    def stream(self, content, extra=""):
        """Adds a compressed stream and returns its number."""
        data = zlib.compress(content if isinstance(content, bytes) else content.encode("cp1252"), 9)
        head = f"<< {extra} /Length {len(data)} /Filter /FlateDecode >>\nstream\n".encode()
        return self.add(head + data + b"\nendstream")

    def page(self, content, width, height, extra="", resources=""):
        """Adds a page; `extra` are more entries of its dictionary (/Rotate, /CropBox)."""
        body = self.stream(content)
        self.pages.append(self.add(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] {extra} "
            f"/Resources << {self.fonts} {resources} >> /Contents {body} 0 R >>"
        ))

    def label(self, page, style, prefix="", start=1):
        """Pages from `page` on are labelled in a style: r, D or "" for none."""
        kind = f"/S /{style} " if style else ""
        self.labels.append(f"{page} << {kind}/P {literal(prefix)} /St {start} >>")

    def entry(self, level, title, page):
        """Adds an entry of the outline."""
        self.outline.append((level, title, page))

    def save(self, path):
        """Writes the file."""
        kids = " ".join(f"{number} 0 R" for number in self.pages)
        self.objects[1] = f"<< /Type /Pages /Kids [{kids}] /Count {len(self.pages)} >>".encode()
        outline = f"/Outlines {self._outline()} 0 R /PageMode /UseOutlines" if self.outline else ""
        labels = f"/PageLabels << /Nums [{' '.join(self.labels)}] >>" if self.labels else ""
        self.objects[0] = f"<< /Type /Catalog /Pages 2 0 R {outline} {labels} >>".encode()
        locked = f" /Encrypt {self.add(self.lock.dictionary())} 0 R {self.lock.identity()}" if self.lock else ""
        out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        offsets = []
        for number, body in enumerate(self.objects, 1):
            if self.lock and number < len(self.objects):
                body = self.lock.sealed(number, body)
            offsets.append(len(out))
            out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
        table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
        start = len(out)
        size = len(offsets) + 1
        out += f"xref\n0 {size}\n0000000000 65535 f \n{table}".encode()
        out += f"trailer\n<< /Size {size} /Root 1 0 R /Info {self.info} 0 R{locked} >>\nstartxref\n{start}\n%%EOF\n".encode()
        path.write_bytes(bytes(out))

    def _outline(self):
        """Adds the outline's objects and returns the number of its root."""
        first = len(self.objects) + 1
        root = first + len(self.outline)
        numbers = [first + i for i in range(len(self.outline))]
        parents = [_parent(self.outline, i) for i in range(len(self.outline))]
        for i, (_, title, page) in enumerate(self.outline):
            siblings = [j for j in range(len(parents)) if parents[j] == parents[i]]
            at = siblings.index(i)
            links = f"/Parent {root if parents[i] is None else numbers[parents[i]]} 0 R"
            links += f" /Prev {numbers[siblings[at - 1]]} 0 R" if at else ""
            links += f" /Next {numbers[siblings[at + 1]]} 0 R" if at + 1 < len(siblings) else ""
            links += _children(numbers, parents, i)
            self.add(f"<< /Title {literal(title)} {links} /Dest [{self.pages[page]} 0 R /Fit] >>")
        return self.add(f"<< /Type /Outlines{_children(numbers, parents, None)} >>")


def _parent(outline, i):
    """The nearest entry before `i` on an outer level."""
    outer = [j for j in range(i) if outline[j][0] < outline[i][0]]
    return outer[-1] if outer else None


def _children(numbers, parents, parent):
    inside = [numbers[j] for j, above in enumerate(parents) if above == parent]
    return f" /First {inside[0]} 0 R /Last {inside[-1]} 0 R /Count {len(inside)}" if inside else ""


def literal(text):
    """A string of a dictionary: plain where ASCII does, else UTF-16."""
    if text.isascii():
        return f"({escape(text)})"
    return f"<{(chr(0xFEFF) + text).encode('utf-16-be').hex()}>"


def escape(text):
    """Text between the brackets of a string."""
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
