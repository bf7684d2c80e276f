from typing import Any

import numpy as np

OBSERVATION: np.dtype[Any]
