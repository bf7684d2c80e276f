from typing import final

@final
class Step: ...
