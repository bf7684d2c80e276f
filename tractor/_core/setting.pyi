from typing import final

@final
class Setting: ...
