"""Which names and phrases say that a secret follows, and how sure they are."""

from __future__ import annotations

import re
from functools import lru_cache

NO = 0
WEAK = 1
"""A name such as `key`: only a value that a generator made counts."""
TOKEN = 2
"""A name such as `api_key` or `auth_token`."""
PASSWORD = 3
"""A name under which people type what they made up themselves."""

ROOTS = (
    "pass", "pwd", "secret", "token", "key", "auth", "cred", "pat", "pin", "salt", "cookie", "session", "webhook",
    "sas", "signature", "jwt", "csrf", "seed", "mnemonic", "dsn", "bearer", "private", "pw", "kennwort",
    "contrase", "senha", "motdepasse", "mot de passe", "api", "access", "identified by",
)  # fmt: skip
"""Parts of every name that counts, in small letters; a text without one, or one of VENDORS, holds no such name."""

_PASSWORD_WORDS = frozenset(
    "password passwd passphrase passcode pwd pass pw passwort kennwort senha contrasena contraseña motdepasse "
    "sshpass pgpassword userpass dbpass requirepass masterauth identified".split()
)
_TOKEN_WORDS = frozenset(
    "secret creds token apikey apitoken accesstoken authtoken accesskey secretkey authkey privatekey clientsecret "
    "appsecret credential credentials pat jwt bearer authorization auth accountkey masterkey sharedkey signingkey "
    "encryptionkey appkey webhooksecret".split()
)
_KEY_BEFORE = frozenset(
    "api access secret private auth authentication authorization account encryption signing master service app "
    "application admin shared license licence client consumer integration ingest ingestion subscription storage "
    "webhook session server deploy security hmac jwt crypt crypto cipher encrypt aes rest write read personal "
    "developer user root sdk project primary secondary management publish live prod production test staging "
    "function host database db functions csrf cookie decryption symmetric activation openai cohere mistral "
    "anthropic stripe twilio sendgrid mailgun datadog algolia azure google gcp aws github gitlab heroku "
    "cloudflare fastly okta".split()
)
_KEY_AFTER = frozenset("base value secret".split())
_WEAK_WORDS = frozenset("key cookie session salt webhook sas signature csrf seed dsn tok api access".split())
VENDORS = frozenset(
    "adafruit adobe airbrake airtable algolia alibaba amplitude anthropic apify appcenter asana assemblyai "
    "atlassian auth0 axiom beamer bitbucket bittrex braintree brevo bugsnag clearbit clickup cloudflare "
    "cloudinary codecov cohere coinbase confluent contentful customerio databricks datadog deepgram deepl "
    "digitalocean discord docusign doppler droneci dropbox dynatrace easypost elevenlabs etsy eventbrite fastly "
    "figma finnhub fireworks flickr foursquare freshbooks freshdesk gitter gocardless grafana groq harvest "
    "helpscout heroku hetzner honeycomb hubspot huggingface infura intercom ipinfo ipstack jira jotform jumpcloud "
    "kraken kucoin launchdarkly linear linkedin linode lob logdna loggly mailchimp mailgun mailjet mandrill "
    "mapbox mattermost messagebird mistral mixpanel netlify newrelic nexmo nylas nytimes okta onesignal opsgenie "
    "optimizely pagerduty paypal paystack perplexity pinecone pipedrive plaid postmark pusher rapidapi razorpay "
    "recurly rollbar scaleway segment sendbird sendgrid sendinblue sentry shippo shodan shopify signalwire snyk "
    "sonarcloud sparkpost splunk spotify square squarespace sumologic tavily telegram telnyx todoist travisci "
    "trello twilio twitch twitter typeform vercel virustotal vonage vultr wakatime webflow wistia xero yandex "
    "yelp zapier zendesk".split()
)
"""Providers whose name alone before a value tells what it is. Forges are not among them: what follows their name is a
commit as often as not."""
_ENDINGS = (
    "password", "passwd", "passphrase", "secret", "token", "apikey", "secretkey", "accesskey", "authkey", "privatekey",
    "pwd", "passwort", "appkey", "encryptionkey", "sharedkey", "accountkey", "masterkey",
)  # fmt: skip
_NO_KEYS = frozenset("monkey donkey turkey hotkey jockey whiskey hockey passkey".split())
_NEVER = frozenset(
    "public pub publishable name names type types path paths file files filename url uri uris endpoint arn length "
    "len size count counts max min ttl expiry expires expire expiration expired expiresin lifetime policy hint "
    "field fields header headers prefix suffix regex pattern format formats algorithm alg algo digest checksum "
    "sha sha1 sha256 sha512 md5 etag fingerprint thumbprint idempotency cache sort partition foreign label title "
    "description desc help placeholder site sitekey recaptcha column row index primarykey map mapping limit usage "
    "version status ref refs kind class tokenizer tokenized vocab id ids uuid guid keyid email username login "
    "object exists valid enabled required validator reset forgot change changed updated last next rotation "
    "rotated manager helper service_name provider issuer scope scopes audience recv keyserver key_ring keyring "
    "ssh_pub pubkey known_hosts commit revision rev tree blob oid integrity resolved hash hashes hashed nonce "
    "challenge trace span request_id encrypted crypted sealed ciphertext encoding".split()
)
"""Words that turn a name into something about a secret, or about another kind of key."""
_ALLOWED_WITH_SECRET = frozenset("id login service email user username hash request header last next encrypted".split())
"""Of those, the ones that do not, in front of a sure word: `user_login_password`."""
_SPLIT = re.compile(r"[^A-Za-zÀ-ÿ0-9]+|(?<=[a-zà-ÿ0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@lru_cache(maxsize=4096)
def strength_of(name: str) -> int:
    """Return how sure a name is that a secret follows: NO, WEAK, TOKEN or PASSWORD.

    Args:
        name: an identifier in any style, or up to five words of prose.
    """
    words = [word.lower() for word in _SPLIT.split(name) if word]
    if not words:
        return NO
    found, at = _strongest(words)
    if found == NO:
        return NO
    for position, word in enumerate(words):
        if word in _NEVER and position != at and not (word in _ALLOWED_WITH_SECRET and position < at):
            return NO
    if found == TOKEN and words[at] in ("token", "secret") and words[-1] in ("tokens", "secrets"):
        return NO
    return found


def _strongest(words: list[str]) -> tuple[int, int]:
    """Return the strongest evidence among words and where it stands."""
    best, place = NO, 0
    for position in range(len(words)):
        strength = _strength_of_word(words, position)
        if strength and strength >= best:
            best, place = strength, position
    return best, place


def _strength_of_word(words: list[str], position: int) -> int:
    """Return how sure one word of a name is."""
    word = words[position]
    if word in _PASSWORD_WORDS or word.endswith(("password", "passwd", "passphrase", "passwort")):
        return PASSWORD
    if word in _TOKEN_WORDS or word.endswith(_ENDINGS):
        return TOKEN
    if word == "key" and _is_secret_key(words, position):
        return TOKEN
    last = position == len(words) - 1
    is_key = word.endswith("key") and len(word) > 5 and word not in _NO_KEYS
    return WEAK if word in VENDORS or is_key or (last and word in _WEAK_WORDS) else NO


def _is_secret_key(words: list[str], position: int) -> bool:
    """Whether the word `key` has a word beside it that makes it a secret's."""
    before = words[position - 1] if position else ""
    after = words[position + 1] if position + 1 < len(words) else ""
    return before in _KEY_BEFORE or after in _KEY_AFTER or any(w in _TOKEN_WORDS for w in words[:position])
