from typing import final

@final
class RowOrders: ...
