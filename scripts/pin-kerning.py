"""Makes a variable font smaller: its kerning no longer depends on the size of the letters.

    python3 scripts/pin-kerning.py in.woff2 out.woff2

Needs Debian's packages python3-fonttools and python3-brotli. docs/decisions/display-face-on-the-first-visit.md has the
commands that come before this one.
"""

import sys

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import NormalizedAxisLimits, instantiateOTL
from fontTools.varLib.models import normalizeValue, piecewiseLinearMap

# The size of most headlines, in pixels. Kerning at other sizes differs from this size's by at most 2 % of the size.
KERNING_SIZE = 60
# Smaller distances are not visible, as a part of the size of the letters.
SMALLEST_KERNING = 0.008
UNUSED_TABLES = ("GDEF", "GSUB", "MVAR", "STAT", "gasp")
# Copyright and license stay in the file, as its license demands.
KEPT_NAMES = (0, 1, 2, 4, 6, 13, 14)

source, target = sys.argv[1:]
font = TTFont(source)
(axis,) = font["fvar"].axes
position = normalizeValue(KERNING_SIZE, (axis.minValue, axis.defaultValue, axis.maxValue))
position = piecewiseLinearMap(position, font["avar"].segments[axis.axisTag])
instantiateOTL(font, NormalizedAxisLimits(**{axis.axisTag: position}))

smallest = SMALLEST_KERNING * font["head"].unitsPerEm
for lookup in font["GPOS"].table.LookupList.Lookup:
    for table in lookup.SubTable:
        # Pairs of single letters are exceptions to pairs of classes, so they stay even if they are small.
        for class_record in getattr(table, "Class1Record", None) or ():
            for record in class_record.Class2Record:
                if record.Value1 and abs(getattr(record.Value1, "XAdvance", 0)) < smallest:
                    record.Value1.XAdvance = 0

for tag in UNUSED_TABLES:
    if tag in font:
        del font[tag]
font["name"].names = [name for name in font["name"].names if name.nameID in KEPT_NAMES]
font.flavor = "woff2"
font.save(target)
