"""What a type checker makes of the library: this file is checked by mypy --strict with the rest, and runs as well."""

from typing import assert_type

import numpy as np
import numpy.typing as npt

import houseway as hw


def test_the_library_is_typed_for_its_users() -> None:
    game = assert_type(hw.load("casino-war"), hw.Game)
    now = assert_type(game.deal(wagers={"initial": 10}, seed=2), hw.Round)
    assert_type(now.legal, tuple[hw.Action, ...])
    ruled = assert_type(now.settlement, hw.Settlement)
    line = assert_type(ruled["initial"], hw.Line)
    assert_type(line.rule, str)
    assert_type(line.net, int | float)
    assert_type(hw.odds("big-six-wheel").house_edge, float)
    assert_type(hw.simulate("big-six-wheel", 1000).mean, float)
    assert_type(hw.rank("poker", ["As Ks Qs Js Ts"]), npt.NDArray[np.int64])
    assert_type(hw.check("casino-war"), list[hw.RuleError])
