"""Text → terms: rows of text and what it yields, then how questions differ from sources."""

from __future__ import annotations

import pytest

from trove_git.terms import MAX_TERM_CHARACTERS, question_terms, source_terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        pytest.param("", [], id="empty"),
        pytest.param("-- ... !?", [], id="punctuation"),
        pytest.param("retry RETRY Retry", ["retry"] * 3, id="case"),
        pytest.param("foo-bar.baz/qux", ["foo", "bar", "baz", "qux"], id="separators"),
        pytest.param("fetchWithRetry", ["fetchwithretry", "fetch", "retry"], id="camel"),
        pytest.param("FetchWithRetry", ["fetchwithretry", "fetch", "retry"], id="pascal"),
        pytest.param("fetch_with_retry", ["fetchwithretry", "fetch", "retry"], id="snake"),
        pytest.param("MAX_RETRIES", ["maxretry", "max", "retry"], id="screaming"),
        pytest.param("a__b", ["ab", "b"], id="two underscores"),
        pytest.param("__init__", ["init"], id="dunder"),
        pytest.param("_private", ["private"], id="leading underscore"),
        pytest.param("HTTPServer", ["httpserver", "http", "server"], id="acronym first"),
        pytest.param("parseHTTPHeader2", ["parsehttpheader2", "parse", "http", "header2"], id="acronym inside"),
        pytest.param("getURLs", ["geturl", "get", "url"], id="acronym in the plural"),
        pytest.param("getURLsFromDB", ["geturlsfromdb", "get", "url", "db"], id="acronym in the plural, inside"),
        pytest.param("URLs", ["url"], id="acronym in the plural alone"),
        pytest.param("utf8 v2 sha256", ["utf8", "v2", "sha256"], id="digits stay with their letters"),
        pytest.param("iPhone15Pro", ["iphone15pro", "phone15", "pro"], id="digits inside camel case"),
        pytest.param("x86_64", ["x8664", "x86", "64"], id="digits as a part"),
        pytest.param("3.14", ["3", "14"], id="a number"),
        pytest.param("sha256_ABC", ["sha256abc", "sha256", "abc"], id="snake of unlike parts"),
        pytest.param("don't user's", ["don", "user"], id="apostrophes"),
        pytest.param("what is the use of it", [], id="stop words"),
        pytest.param("use_the", ["usethe"], id="the whole of stop words stays"),
        pytest.param("x" * MAX_TERM_CHARACTERS, ["x" * MAX_TERM_CHARACTERS], id="longest word"),
        pytest.param("x" * (MAX_TERM_CHARACTERS + 1), [], id="over-long word"),
        pytest.param("a" * 40 + "_" + "b" * 40, [], id="over-long snake"),
        pytest.param("ok " + "é" * (MAX_TERM_CHARACTERS + 1), ["ok"], id="over-long word outside ASCII"),
    ],
)
def test_english_and_identifiers(text, terms):
    assert source_terms(text) == terms


@pytest.mark.parametrize(
    ("word", "term"),
    [
        ("hits", "hit"),
        ("entries", "entry"),
        ("ties", "tie"),
        ("dies", "die"),
        ("classes", "class"),
        ("boxes", "box"),
        ("matches", "match"),
        ("wishes", "wish"),
        ("buzzes", "buzz"),
        ("process", "process"),
        ("status", "status"),
        ("analysis", "analysis"),
        ("bus", "bus"),
        ("gas", "gas"),
        ("verbindungen", "verbindung"),
        ("Datenbanken", "datenbank"),
        ("offen", "offen"),
        ("broken", "broken"),
    ],
)
def test_singular_and_plural_are_one_term(word, term):
    assert source_terms(word) == [term]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        pytest.param("naïve café résumé", ["naive", "cafe", "resume"], id="accents"),
        pytest.param("cafe\u0301", ["cafe"], id="combining accent"),
        pytest.param("naïveCafé", ["naivecafe", "naive", "cafe"], id="accents in camel case"),
        pytest.param("größe straße", ["grosse", "strasse"], id="sharp s"),
        pytest.param("für über nicht", [], id="German stop words, with and without umlaut"),
        pytest.param("Verbindungen öffnen", ["verbindung", "offnen"], id="German"),
        pytest.param("ＡＢＣ ｆｕｌｌ", ["abc", "full"], id="full width"),
        pytest.param("ﬁle", ["file"], id="ligature"),
        pytest.param("проверка проверки", ["проверк", "проверк"], id="Russian is stemmed"),
        pytest.param("ёлка елка", ["елк", "елк"], id="Russian yo"),
        pytest.param("как это ещё", [], id="Russian stop words"),
        pytest.param("ΟΔΟΣ οδος", ["οδοσ", "οδοσ"], id="Greek final sigma"),
        pytest.param("東京タワー", ["東京", "京タ", "タワ", "ワー", "東", "京"], id="Japanese"),
        pytest.param("データ", ["デー", "ータ"], id="kana have no single characters"),
        pytest.param("数据库", ["数据", "据库", "数", "据", "库"], id="Chinese"),
        pytest.param("日", ["日"], id="one character"),
        pytest.param("hello你好world", ["hello", "你好", "你", "好", "world"], id="scripts side by side"),
        pytest.param("ไทย", ["ไท", "ทย"], id="Thai"),
        pytest.param("한국어", ["한국", "국어"], id="Korean"),
        pytest.param("fooЖbar", ["fooжbar", "foo", "ж", "bar"], id="letters of two alphabets"),
    ],
)
def test_other_languages(text, terms):
    assert source_terms(text) == terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        pytest.param("retry the retry RETRIES", ["retry"], id="each term once"),
        pytest.param("why fetchWithRetry can wait", ["fetchwithretry", "fetch", "retry", "wait"], id="order"),
        pytest.param("数据库", ["数据", "据库"], id="bigrams only"),
        pytest.param("库", ["库"], id="one Han character"),
        pytest.param("what is it", ["what", "is", "it"], id="stop words only"),
        pytest.param("Use USE", ["use"], id="stop words only, each once"),
        pytest.param("the " + "x" * 65, ["the"], id="an over-long word is no term of such a question"),
        pytest.param("?!", [], id="no words"),
        pytest.param("x" * 65, [], id="over-long word"),
    ],
)
def test_question_terms(text, terms):
    assert question_terms(text) == terms


@pytest.mark.parametrize("text", ["fetchWithRetry", "数据库连接 timeouts", "Größe der Verbindungen", "проверка ID"])
def test_every_term_of_a_question_is_a_term_of_the_same_text(text):
    assert set(question_terms(text)) <= set(source_terms(text))
