"""The arrays that counts and simulations work on."""

import numpy as np
import numpy.typing as npt

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int32]
Masks = npt.NDArray[np.uint64]
