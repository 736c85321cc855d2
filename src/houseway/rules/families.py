"""The families of games: each has its own grammar over the shared words."""

from houseway.rules.baccarat import Baccarat
from houseway.rules.blackjack import Blackjack
from houseway.rules.dice import DiceGame
from houseway.rules.draws import Keno, Wheel
from houseway.rules.house_poker import HousePoker
from houseway.rules.pai_gow import PaiGow, PaiGowDice
from houseway.rules.pots import PlayerPoker
from houseway.rules.tiles import TileGame

GameFile = HousePoker | Baccarat | Blackjack | Wheel | Keno | PaiGow | PaiGowDice | PlayerPoker | TileGame | DiceGame
