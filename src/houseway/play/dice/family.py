"""Dice games as a family."""

from houseway.play.core.family import Play
from houseway.play.dice.layout import apparatus
from houseway.play.dice.plan import make_plan
from houseway.play.dice.round import betting_spots, open_file, settle_file

DICE = Play(settle=settle_file, check=make_plan, open=open_file, betting_spots=betting_spots, apparatus=apparatus)
