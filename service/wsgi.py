"""What gunicorn serves."""

from __future__ import annotations

from service.app import create_app
from service.config import read_config
from service.logs import set_up_logs

set_up_logs()
app = create_app(read_config())
