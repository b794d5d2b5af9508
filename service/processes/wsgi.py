"""The WSGI app that gunicorn serves."""

from __future__ import annotations

from games.packs import load_packs
from service.app import create_app
from service.config import read_config
from service.web.request_log import set_up_logs

set_up_logs()
config = read_config()
load_packs(config.packs)
app = create_app(config)
