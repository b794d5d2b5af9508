"""The corpus of lies in the browser: verify.js says of every file what the verifier without rules says."""

from __future__ import annotations

from base64 import b64encode

from projections.verify import CHECKS, EVIDENCE_CHECKS
from tests.lies.corpus import PINNED, corpus, expected
from tests.lies.verifiers import summary

VERIFY = """async ([files, key]) => {
  const { verify } = await import('/static/verify.js');
  const found = {};
  for (const [name, text] of Object.entries(files)) {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    const checks = await verify(bytes, () => {}, [{ key }]);
    found[name] = checks.map(({ name: check, value }) => [check, value]);
  }
  return found;
}"""


def test_the_browser_gives_what_is_expected(visit):
    ana = visit()
    ana.go("/audit")
    files = {name: b64encode(make()).decode() for name, make in corpus().items()}
    found = ana.page.evaluate(VERIFY, [files, PINNED])
    for name, checks in found.items():
        assert summary(dict(checks)) == expected()[name]["without rules"], name
        assert tuple(check for check, _ in checks) in (CHECKS, EVIDENCE_CHECKS, ("file",))
    assert found.keys() == expected().keys()
