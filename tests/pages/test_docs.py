"""The API documentation in a real browser; any request to another host or logged error fails in the fixture."""

from __future__ import annotations

import requests


def test_the_document_is_shown_as_openapi_3_1_with_every_operation(visit):
    visitor = visit()
    page = visitor.page
    page.goto(visitor.base + "/docs")
    page.wait_for_selector(".opblock")
    assert page.locator(".version-stamp:has-text('OAS 3.1')").count() == 1
    paths = requests.get(visitor.base + "/openapi.json", timeout=30).json()["paths"]
    assert page.locator(".opblock").count() == sum(len(operations) for operations in paths.values())
    assert page.locator(".errors-wrapper").count() == 0


def test_an_operation_can_be_opened_and_tried(visit):
    visitor = visit()
    page = visitor.page
    page.goto(visitor.base + "/docs")
    opened = page.locator("#operations-games-list_games")
    opened.locator(".opblock-summary-control").click()
    opened.locator("button:has-text('Try it out')").click()
    opened.locator("button:has-text('Execute')").click()
    opened.locator(".live-responses-table .response-col_status:has-text('200')").wait_for()
    assert '"slug": "coup"' in opened.locator(".live-responses-table .highlight-code").first.inner_text()
