"""Text → terms: rows of text and what it yields, then how questions differ from sources."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trove_git.terms import MAX_TERM_CHARACTERS, STOP_WORDS, question_terms, question_words, source_terms


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
        pytest.param("_private", ["privat"], id="leading underscore"),
        pytest.param("HTTPServer", ["httpserver", "http", "server"], id="acronym first"),
        pytest.param("parseHTTPHeader2", ["parsehttpheader2", "pars", "http", "header2"], id="acronym inside"),
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
        pytest.param("use_the", ["useth"], id="the whole of stop words stays"),
        pytest.param("x" * MAX_TERM_CHARACTERS, ["x" * MAX_TERM_CHARACTERS], id="longest word"),
        pytest.param("x" * (MAX_TERM_CHARACTERS + 1), [], id="over-long word"),
        pytest.param("a" * 40 + "_" + "b" * 40, [], id="over-long snake"),
        pytest.param("ok " + "é" * (MAX_TERM_CHARACTERS + 1), ["ok"], id="over-long word outside ASCII"),
    ],
)
def test_english_and_identifiers(text, terms):
    assert source_terms(text) == terms


@pytest.mark.parametrize(
    ("name", "terms"),
    [
        ("IPv6Address", "ipv6address ipv6 address"),
        ("parseIPv4", "parseipv4 pars ipv4"),
        ("IPv6 IPv4", "ipv6 ipv4"),
        ("OAuth2Token", "oauth2token oauth2 token"),
        ("OAuth2Tokens", "oauth2token oauth2 token"),
        ("oauth2token sha256_token", "oauth2token sha256token sha256 token"),
        ("OAuthClient", "oauthclient oauth client"),
        ("GraphQLSchema", "graphqlschema graphql schema"),
        ("graphQLSchema", "graphqlschema graphql schema"),
        ("GRAPHQL_URL", "graphqlurl graphql url"),
        ("OAuthenticator", "oauthenticator o authenticator"),
        ("HTTPServer", "httpserver http server"),
        ("parseURLs", "parseurl pars url"),
        ("utf8Decode", "utf8decode utf8 decod"),
        ("sha256sum", "sha256sum"),
        ("i18n", "i18n"),
        ("B2BClient", "b2bclient b2 b client"),
        ("x86_64", "x8664 x86 64"),
        ("SSHv2Session", "sshv2session ss hv2 session"),
        ("GraphNode", "graphnod graph nod"),
        ("IPRange", "iprang ip rang"),
    ],
)
def test_the_parts_of_names(name, terms):
    assert source_terms(name) == terms.split()
    assert question_terms(name) == terms.split()


NAME_PARTS = (
    "IPv",
    "OAuth",
    "GraphQL",
    "graphQL",
    "HTTP",
    "URLs",
    "Server",
    "parse",
    "Pv",
    "O",
    "B",
    "x",
    "6",
    "86",
    "_",
)


@given(st.lists(st.sampled_from(NAME_PARTS), min_size=1, max_size=6).map("".join))
def test_a_question_cuts_a_name_as_its_source_does(name):
    assert question_terms(name) == list(dict.fromkeys(source_terms(name)))


@pytest.mark.parametrize(
    ("word", "term"),
    [
        ("hits", "hit"),
        ("entries", "entry"),
        ("ties", "tie"),
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
        ("cache", "cach"),
        ("caches", "cach"),
        ("caching", "cach"),
        ("mapping", "map"),
        ("calling", "call"),
        ("passing", "pass"),
        ("string", "string"),
        ("spring", "spring"),
        ("bring", "bring"),
        ("installation", "install"),
        ("installers", "install"),
        ("configuration", "configur"),
        ("config", "configur"),
        ("configure", "configur"),
        ("deployments", "deploy"),
        ("broken", "broken"),
    ],
)
def test_forms_of_a_word_are_one_term(word, term):
    assert source_terms(word) == [term]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        pytest.param("naïve café résumé", ["naiv", "caf", "resum"], id="accents"),
        pytest.param("cafe\u0301", ["caf"], id="combining accent"),
        pytest.param("naïveCafé", ["naivecaf", "naiv", "caf"], id="accents in camel case"),
        pytest.param("größe straße", ["gross", "strass"], id="sharp s"),
        pytest.param("für über nicht", [], id="German stop words, with and without umlaut"),
        pytest.param("Verbindungen öffnen", ["verbindung", "offnen"], id="German"),
        pytest.param("ＡＢＣ ｆｕｌｌ", ["abc", "full"], id="full width"),
        pytest.param("ﬁle", ["fil"], id="ligature"),
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
        pytest.param("what is it", [], id="stop words only"),
        pytest.param("how does it work", ["work"], id="a stop word that looks like a plural"),
        pytest.param("?!", [], id="no words"),
        pytest.param("x" * 65, [], id="over-long word"),
    ],
)
def test_question_terms(text, terms):
    assert question_terms(text) == terms


def test_words_of_a_question():
    assert question_words("how do parseURLs and 数据 work") == [
        ("how", ()),
        ("do", ()),
        ("parseURLs", ("parseurl", "pars", "url")),
        ("and", ()),
        ("数据", ("数据",)),
        ("work", ("work",)),
    ]


@pytest.mark.parametrize("word", ["does", "dies", "zwischen", "using"])
def test_a_stop_word_stays_one_when_its_ending_could_be_folded(word):
    """`does` once became the term `doe`, and half of all questions looked for it."""
    assert source_terms(word) == []
    assert source_terms(word.title()) == []


@pytest.mark.parametrize("text", ["fetchWithRetry", "数据库连接 timeouts", "Größe der Verbindungen", "проверка ID"])
def test_every_term_of_a_question_is_a_term_of_the_same_text(text):
    assert set(question_terms(text)) <= set(source_terms(text))


@pytest.mark.parametrize("word", ["theme", "cans", "wills", "mine"])
def test_a_word_is_no_stop_word_because_its_folded_form_reads_like_one(word):
    assert source_terms(word) == question_terms(word) != []


def test_stop_words_are_written_as_folding_writes_them():
    """A stop word with an accent would never be met: accents are gone when it is looked up."""
    assert [word for word in STOP_WORDS if source_terms(word)] == []


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        pytest.param("APIs", ["api"], id="plural acronym"),
        pytest.param("IDs", ["id"], id="plural acronym of two letters"),
        pytest.param("OS", ["os"], id="acronym that ends in S"),
        pytest.param("Gr\u00f6\u00dfe", ["gross"], id="capital and sharp s"),
    ],
)
def test_words_that_were_cut_or_kept_apart(word, terms):
    assert source_terms(word) == terms


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("c++ build", "Build it with C++."), ("C++ build", "built as C++17, build"), ("c# build", "The C# build"),
        ("F# build", "F# build"), (".net build", "a .NET build"), ("asp.net", "ASP.NET Core"), ("cpp", "C++"),
        ("node.js", "Node.js 20"), ("nodejs", "Node.js 20"), ("objective-c", "in Objective-C, too"),
        ("Objective C", "Objective-C"),
    ],
)  # fmt: skip
def test_languages_with_a_sign_are_words(asked, written):
    assert set(question_terms(asked)) <= set(source_terms(written))


def test_languages_with_a_sign_are_not_the_letter():
    assert "c" not in source_terms("C++ and C#, F# and .NET")
    assert question_terms("how do I build C") == ["build", "c"]
    assert source_terms("for (c = 0; c < n; c++)") == ["c", "0", "c", "n", "c"]
    assert source_terms("main.js") == ["main", "js"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u0939\u093f\u0928\u094d\u0926\u0940", "\u0939\u093f\u0928\u094d\u0926\u0940"),
        ("cafe", "cafe\u0301"),
        ("\u0142\u00f3d\u017a", "lodz"), ("\u0130stanbul", "istanbul"), ("\u0131s\u0131", "isi"),
        ("stra\u00dfe", "strasse"), ("con\u00adfig\u00adured", "configured"), ("zero\u200bwidth", "zerowidth"),
        ("\u03ac\u03bd\u03b8\u03bf\u03c2", "\u03b1\u03bd\u03b8\u03bf\u03c3"), ("sm\u00f8r", "smor"),
        ("\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        ("\u0643\u0650\u062a\u064e\u0627\u0628", "\u0643\u062a\u0627\u0628"),
    ],
)  # fmt: skip
def test_letters_fold_and_marks_stay_in_the_word(one, other):
    assert question_terms(one) == source_terms(other) != []
    assert len(question_terms(one)) == 1


def test_thai_with_its_marks_is_cut_into_pairs():
    word = "\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22\u0e17\u0e35\u0e48"
    assert set(question_terms(word)) <= set(source_terms(f"\u0e40\u0e1b\u0e47\u0e19{word}\u0e14\u0e35"))
    assert len(question_terms(word)) == len(word) - 1
