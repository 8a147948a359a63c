"""A flat OpenDocument text of a source file, for LibreOffice Writer.

Marks, one block a line: `>` title, `~` parties, `#` heading, `=1.1 text` a clause with its number, `|` a row of a table, the
first row its header; `@page` starts a page, `@vertical` a page whose lines run down. A line without a mark is a paragraph."""

from dataclasses import dataclass
from itertools import groupby
from xml.sax.saxutils import escape

NAMES = ("office", "style", "text", "table", "svg-compatible", "xsl-fo-compatible")
SHORT = {"svg-compatible": "svg", "xsl-fo-compatible": "fo"}
STYLES = {">": "Title", "~": "Parties", "#": "Head", "=": "Clause"}


@dataclass
class Manner:
    """How a language is written."""

    language: str
    country: str
    font: str
    right_to_left: bool = False


def document(source, manner):
    """The flat document of a source text."""
    spaces = " ".join(f'xmlns:{SHORT.get(name, name)}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in NAMES)
    return (f'<?xml version="1.0" encoding="UTF-8"?><office:document {spaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">'
            f"{_fonts(manner)}{_styles(manner)}{_pages(manner)}<office:body><office:text>{_body(source)}</office:text>"
            "</office:body></office:document>")


def _fonts(manner):
    faces = "".join(f'<style:font-face style:name="{name}" svg:font-family="\'{name}\'"/>' for name in ("Noto Serif", manner.font))
    return f"<office:font-face-decls>{faces}</office:font-face-decls>"


def _styles(manner):
    mode = "rl-tb" if manner.right_to_left else "lr-tb"
    align = "end" if manner.right_to_left else "start"
    where = "".join(f' {space}language{kind}="{manner.language}" {space}country{kind}="{manner.country}"'
                    for space, kind in (("fo:", ""), ("style:", "-asian"), ("style:", "-complex")))
    face = f'style:font-name="{_latin(manner)}" style:font-name-asian="{manner.font}" style:font-name-complex="{manner.font}"'
    default = (f'<style:default-style style:family="paragraph"><style:paragraph-properties style:writing-mode="{mode}" '
               f'fo:text-align="{align}" fo:margin-bottom="2.2mm" fo:line-height="130%" style:tab-stop-distance="12mm"/>'
               f"<style:text-properties {_sized(10.5)} {face}{where}/></style:default-style>")
    hanging = 'fo:margin-left="12mm" fo:text-indent="-12mm"'
    if manner.right_to_left:
        hanging = 'fo:margin-right="0mm" ' + hanging
    return ("<office:styles>" + default
            + _style("Title", 'fo:text-align="center" fo:margin-bottom="4mm"', _sized(16, True))
            + _style("Parties", 'fo:text-align="center" fo:margin-bottom="5mm"', _sized(10))
            + _style("Head", 'fo:margin-top="4mm" fo:keep-with-next="always"', _sized(11.5, True))
            + _style("Clause", hanging) + _style("Plain", "") + _style("Cell", 'fo:margin-bottom="0.5mm"')
            + _style("Top", 'fo:margin-bottom="0.5mm"', _sized(10.5, True))
            + _style("Foot", 'fo:text-align="center"', _sized(9)) + "</office:styles>")


def _latin(manner):
    """Fonts of these scripts have Latin letters of their own; the others are paired with Noto Serif."""
    return manner.font if "CJK" in manner.font or manner.right_to_left else "Noto Serif"


def _sized(points, bold=False):
    kinds = ("", "-asian", "-complex")
    space = {"": "fo:"}
    text = " ".join(f'{space.get(kind, "style:")}font-size{kind}="{points}pt"' for kind in kinds)
    heavy = " ".join(f'{space.get(kind, "style:")}font-weight{kind}="bold"' for kind in kinds)
    return f"{text} {heavy}" if bold else text


def _style(name, paragraph, letters=""):
    return (f'<style:style style:name="{name}" style:family="paragraph"><style:paragraph-properties {paragraph}/>'
            f"<style:text-properties {letters}/></style:style>")


def _pages(manner):
    size = 'fo:page-width="210mm" fo:page-height="297mm" fo:margin="25mm"'
    mode = "rl-tb" if manner.right_to_left else "lr-tb"
    layouts = (f'<style:page-layout style:name="Level"><style:page-layout-properties {size} style:writing-mode="{mode}"/>'
               '<style:footer-style><style:header-footer-properties fo:min-height="8mm"/></style:footer-style></style:page-layout>'
               f'<style:page-layout style:name="Upright"><style:page-layout-properties {size} style:writing-mode="tb-rl"/></style:page-layout>')
    breaks = "".join(f'<style:style style:name="On{name}" style:family="paragraph" style:parent-style-name="Head" '
                     f'style:master-page-name="{name}"/>' for name in ("Level", "Upright"))
    table = ('<style:style style:name="Grid" style:family="table"><style:table-properties style:width="150mm" '
             f'table:align="margins" style:writing-mode="{mode}"/></style:style>')
    foot = '<style:footer><text:p text:style-name="Foot"><text:page-number>1</text:page-number></text:p></style:footer>'
    masters = (f'<style:master-page style:name="Standard" style:page-layout-name="Level">{foot}</style:master-page>'
               f'<style:master-page style:name="Level" style:page-layout-name="Level">{foot}</style:master-page>'
               '<style:master-page style:name="Upright" style:page-layout-name="Upright"/>')
    return (f"<office:automatic-styles>{layouts}{breaks}{table}</office:automatic-styles>"
            f"<office:master-styles>{masters}</office:master-styles>")


def _body(source):
    out, begins = [], None
    for is_row, lines in groupby(source.strip().splitlines(), lambda line: line.startswith("|")):
        if is_row:
            out.append(_table([line.strip("| ").split(" | ") for line in lines]))
            continue
        for line in lines:
            if line.startswith("@"):
                begins = {"@page": "OnLevel", "@vertical": "OnUpright"}[line]
                continue
            out.append(_paragraph(line, begins))
            begins = None
    return "".join(out)


def _paragraph(line, style=None):
    mark = line[0] if line[0] in STYLES else ""
    said = escape(line[len(mark):].strip())
    if mark == "=":
        said = said.replace(" ", "<text:tab/>", 1)
    return f'<text:p text:style-name="{style or STYLES.get(mark, "Plain")}">{said}</text:p>'


def _table(rows):
    def row(cells, style):
        return "<table:table-row>" + "".join(
            f'<table:table-cell><text:p text:style-name="{style}">{escape(cell)}</text:p></table:table-cell>' for cell in cells) + "</table:table-row>"
    columns = f'<table:table-column table:number-columns-repeated="{len(rows[0])}"/>'
    body = row(rows[0], "Top") + "".join(row(cells, "Cell") for cells in rows[1:])
    return f'<table:table table:style-name="Grid">{columns}{body}</table:table>'
