"""Internal hosts and addresses of the Internet Protocol: which pieces of a text are one."""

from __future__ import annotations

import pytest

from trove_git.redaction.addresses import find_hosts, find_ips
from trove_git.redaction.private import Private, add_apart


def texts(text, spans):
    return [text[span.start : span.end] for span in add_apart([], [Private(start, end, "") for start, end in spans])]


HOSTS = [
    pytest.param("db01.internal and git.eu.corp.", ["db01.internal", "git.eu.corp"], id="private suffixes"),
    pytest.param("nas.lan wiki.intranet tv.home.arpa mac.local", ["nas.lan", "wiki.intranet", "tv.home.arpa",
                                                                 "mac.local"], id="the others"),
    pytest.param("https://Vault.Internal:8200/v1 me@App.local", ["Vault.Internal", "App.local"],
                 id="any case, in a URL"),
    pytest.param("ip-10-0-0-12.eu-west-1.compute.internal", ["ip-10-0-0-12.eu-west-1.compute.internal"], id="cloud"),
    pytest.param("http://jenkins/job/x and ssh://me@gitbox:22/a", ["jenkins", "gitbox"], id="without a dot in a URL"),
    pytest.param("https://bob:pw@db.internal/ https://bob:pw@acme.io", ["db.internal"], id="a user is no host"),
    pytest.param("redis://cache-01:6379/0", ["cache-01"], id="another scheme"),
    pytest.param("origin git@gitbox:team/app.git", ["gitbox"], id="address of a repository"),
    pytest.param("http://localhost:8080 http://example/ http://my-server/", [], id="any host"),
    pytest.param("http://<host>/ http://$HOST/ http://{host}/", [], id="still to be filled in"),
    pytest.param("vscode://settings chrome://flags s3://bucket/key docker://alpine", [], id="no hosts behind it"),
    pytest.param("host.docker.internal, metadata.google.internal", [], id="the same everywhere"),
    pytest.param(".env.local settings.local.json CLAUDE.local.md ~/.local/bin", [], id="files"),
    pytest.param("settings.local, thread.local, Time.local, org.junit.internal", [], id="code"),
    pytest.param("obj.internal(x) list.internal[0] api.internal::call", [], id="calls"),
    pytest.param("your-host.internal example.local", [], id="placeholders"),
    pytest.param("internal.example.org, corporate.corporation", [], id="the suffix is no suffix"),
    pytest.param("https://github.com/a/b", [], id="public"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), HOSTS)
def test_hosts(text, expected):
    assert texts(text, find_hosts(text)) == expected


def test_hosts_of_internal_domains():
    text = "git.acme.example, ACME.example; notacme.example acme.example.org"
    assert texts(text, find_hosts(text, ["*.acme.example", " ", "."])) == ["git.acme.example", "ACME.example"]


IPS = [
    pytest.param("10.1.2.3, 192.168.1.20:8080 and 8.8.8.8.", ["10.1.2.3", "192.168.1.20", "8.8.8.8"], id="IPv4"),
    pytest.param("https://10.2.3.4/x 10.0.0.1-10.0.0.9", ["10.2.3.4", "10.0.0.1", "10.0.0.9"], id="URL and range"),
    pytest.param("10.9.8.7.nip.io", ["10.9.8.7"], id="inside a name"),
    pytest.param("192.0.2.7 198.51.100.1 203.0.113.99", [], id="documentation"),
    pytest.param("127.0.0.1 127.1.2.3 0.0.0.0 255.255.255.0 0.1.2.3", [], id="loopback, unspecified, masks"),
    pytest.param("10.0.0.0/8 and 192.168.0.0/16", [], id="the private networks themselves"),
    pytest.param("10.0.0.0/16", ["10.0.0.0"], id="a network of somebody's"),
    pytest.param("1.2.3.4.5 1.2.3 256.1.1.1 01.02.03.04", [], id="no addresses"),
    pytest.param("version 1.2.3.4, v1.2.3.5 or versions: 1.2.3.4, 1.2.3.5 and 10.2.3.6", [], id="versions by a word"),
    pytest.param('"version": "10.1.2.3" AssemblyVersion("1.0.0.1") driver-version 1.2.3.4', [], id="versions by a key"),
    pytest.param("foo==1.2.3.4 foo>=1.2.3.4 Chrome/120.0.0.1 app-1.2.3.4 ~> 1.2.3.4", [], id="versions by a sign"),
    pytest.param("bump foo from 1.2.3.4 to 1.2.3.5", [], id="versions by a verb"),
    pytest.param("1.2.3.4-beta1, the 1.2.3.4 release, the 1.2.3.4 security release", [], id="versions by what follows"),
    pytest.param("## 1.2.3.4\n\n1.2.3.4 (2024-01-02)\nSection 4.2.1.3 and 4.2.1.1 Title", [],
                 id="headings and sections"),
    pytest.param("1.2.3.4 Some Title", [], id="a title at the start of a line"),
    pytest.param("app-1.2.3.4.tar.gz libx.so.1.2.3.4", [], id="files"),
    pytest.param("upgrade the host to 10.1.2.3", ["10.1.2.3"], id="an address inside, after a verb"),
    pytest.param("the release went to 10.1.2.3", ["10.1.2.3"], id="an address inside, after a weak word"),
    pytest.param("version 5 runs on 10.1.2.3", ["10.1.2.3"], id="the version is another number"),
    pytest.param("fe80::7809:baff:fec6:7744 [2a02:8:9::1]:80 fd12:3456::1", ["fe80::7809:baff:fec6:7744", "2a02:8:9::1",
                                                                            "fd12:3456::1"], id="IPv6"),
    pytest.param("0123:4567:89ab:cdef:0123:4567:89ab:cdef", ["0123:4567:89ab:cdef:0123:4567:89ab:cdef"], id="in full"),
    pytest.param("::ffff:10.1.2.3 ::ffff:127.0.0.1 64:ff9b::10.1.2.3", ["::ffff:10.1.2.3", "64:ff9b::10.1.2.3"],
                 id="IPv4 in IPv6"),
    pytest.param("2001:db8::1 3fff::1 ::1 ::", [], id="IPv6 of documentation, loopback, unspecified"),
    pytest.param("std::vector a::b dead::beef x[1::2] 12:34:56 fe80: 2a::", [], id="code and times"),
    pytest.param("00:11:22:33:44:55:66:77:88:99", [], id="too many parts"),
    pytest.param("see 2a02:8:9::1: it is up", ["2a02:8:9::1"], id="a colon behind it"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), IPS)
def test_ips(text, expected):
    assert texts(text, find_ips(text)) == expected


def test_a_line_of_numbers_takes_no_time():
    assert list(find_ips("version " + "1." * 40 + "1 x 8.8.8.8")) != []
