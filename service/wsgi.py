"""What gunicorn serves."""

from __future__ import annotations

from service.app import create_app
from service.config import read_config
from service.logs import set_up_logs
from service.packs import load_packs

set_up_logs()
config = read_config()
load_packs(config.packs)
app = create_app(config)
