"""A picture that looks like a scanned letter: text as pixels only, a little uneven, with specks."""

ACROSS, DOWN, DOT = 1240, 1754, 4
LETTER = [
    "SALLACHY HARBOUR OFFICE", "3 MARCH 2027", "", "DEAR CAPTAIN LOCKHART,", "",
    "THE BOILER OF THE DREDGER FULMAR WAS", "INSPECTED ON 24 FEBRUARY. THE SURVEYOR", "FOUND THE SAFETY VALVE TO LIFT AT 9 BAR.",
    "IT MUST BE SET TO 7 BAR BEFORE SHE SAILS.", "", "PLEASE CONFIRM THAT THIS HAS BEEN DONE.", "", "YOURS FAITHFULLY,", "E. MACASKILL", "HARBOUR MASTER",
]
# Seven rows of five dots for each sign, as five-bit numbers in base 32 (0-9, a-v).
GLYPHS = {
    "A": "4ahhvhh", "B": "uhhuhhu", "C": "ehggghe", "D": "uhhhhhu", "E": "vgguggv", "F": "vggsggg", "G": "ehgnhhf",
    "H": "hhhvhhh", "I": "e44444e", "J": "72222ic", "K": "hikokih", "L": "ggggggv", "M": "hrllhhh", "N": "hhpljhh",
    "O": "ehhhhhe", "P": "uhhuggg", "Q": "ehhhlid", "R": "uhhukih", "S": "fgge11u", "T": "v444444", "U": "hhhhhhe",
    "V": "hhhhha4", "W": "hhhllla", "X": "hha4ahh", "Y": "hha4444", "Z": "v1248gv", ",": "00000c8", ".": "00000cc",
    "0": "ehjlphe", "2": "eh1248v", "3": "v2421he", "4": "26aiv22", "7": "v124888", "9": "ehhf12c", " ": "0000000",
}


def picture():
    """Grey pixels row by row, and how many across and down."""
    rows = [bytearray([244] * ACROSS) for _ in range(DOWN)]
    for number, line in enumerate(LETTER):
        for place, sign in enumerate(line):
            _stamp(rows, GLYPHS[sign], 150 + 22 * place, 220 + 64 * number + place // 9)
    seed = 20270303
    for _ in range(900):
        seed = (seed * 1103515245 + 12345) % 2**31
        rows[seed // 7 % DOWN][seed // 11 % ACROSS] = 120
    return b"".join(rows), ACROSS, DOWN


def _stamp(rows, glyph, x, y):
    for down, bits in enumerate(int(sign, 32) for sign in glyph):
        for across in range(5):
            if bits >> (4 - across) & 1:
                for row in rows[y + DOT * down:y + DOT * (down + 1)]:
                    row[x + DOT * across:x + DOT * (across + 1)] = bytes([40]) * DOT
