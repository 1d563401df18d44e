"""The everyday words for a password, a key and a token, by language.

Data for `announced.py`. A word is the stem that all its forms begin with, in small letters; what an ending adds
is read with it. Languages whose word is English's are not repeated.
"""

from __future__ import annotations

PASSWORD_NOUNS = {
    "English": "password passwd passphrase passcode passwort pwd pw logins? creds credentials",
    "Afrikaans": "wagwoord",
    "Albanian": "fjalëkalim",
    "Arabic": "كلمة المرور|كلمة السر|الرقم السري",
    "Armenian": "գաղտնաբառ",
    "Basque": "pasahitz",
    "Belarusian and Ukrainian": "пароль пароля паролем",
    "Bengali": "পাসওয়ার্ড|গুপ্তশব্দ",
    "Bosnian, Croatian and Serbian": "lozink šifra šifru",
    "Bulgarian": "парола паролата",
    "Catalan": "contrasenya",
    "Chinese": "密码|密碼|口令|通行码|通行碼",
    "Czech and Slovak": "hesl heslo",
    "Danish": "adgangskode kodeord",
    "Dutch": "wachtwoord",
    "Estonian": "parool salasõna",
    "Finnish": "salasana salasanan tunnussana",
    "French": "mot de passe|mots de passe|identifiants",
    "Galician": "contrasinal",
    "Georgian": "პაროლი",
    "German": "kennwort zugangsdaten losung",
    "Greek": "κωδικός|κωδικό|συνθηματικό",
    "Hebrew": "סיסמה|סיסמא|סיסמת",
    "Hindi": "पासवर्ड|कूटशब्द",
    "Hungarian": "jelsz",
    "Icelandic": "lykilorð aðgangsorð",
    "Indonesian and Malay": "kata sandi|kata laluan",
    "Irish": "pasfhocal",
    "Italian": "parola d'ordine|credenziali",
    "Japanese": "パスワード|暗証番号|合言葉",
    "Kazakh": "құпиясөз",
    "Khmer": "ពាក្យសម្ងាត់",
    "Korean": "비밀번호|암호|패스워드",
    "Latvian": "parole paroli",
    "Lithuanian": "slaptažod",
    "Macedonian and Serbian": "лозинк шифра",
    "Norwegian": "passord",
    "Persian": "رمز عبور|گذرواژه|پسورد",
    "Polish": "hasł hasło haslo",
    "Portuguese": "senha|palavra-passe|palavra passe",
    "Romanian": "parola parolă",
    "Russian": "пароль пароля паролем пароли",
    "Slovenian": "gesl geslo",
    "Spanish": "contraseñ contrasen clave",
    "Swahili": "nenosiri|neno la siri",
    "Swedish": "lösenord",
    "Tamil": "கடவுச்சொல்",
    "Telugu": "పాస్‌వర్డ్",
    "Thai": "รหัสผ่าน",
    "Turkish and Azerbaijani": "şifre parola parol",
    "Urdu": "پاس ورڈ",
    "Vietnamese": "mật khẩu",
    "Welsh": "cyfrinair",
}
"""Language → stems; parted by blanks, or by `|` where a word has a blank in it."""

TOKEN_NOUNS = {
    "English": "api key|api-key|apikey|access key|secret key|access token|auth token|api token|bearer token|token|"
    "secret|client secret|signing key|encryption key|webhook secret|license key|licence key|deploy key|app key",
    "Arabic": "مفتاح|الرمز المميز",
    "Bulgarian, Russian and Ukrainian": "ключ|токен|секрет",
    "Chinese": "密钥|密鑰|金鑰|令牌|秘钥|私钥|私鑰",
    "Croatian, Serbian and Slovenian": "ključ|žeton",
    "Czech": "klíč",
    "Danish and Norwegian": "nøgle|nøkkel",
    "Dutch": "sleutel",
    "Estonian": "võti",
    "Finnish": "avain|tunniste",
    "French": "clé api|clé d'api|clé secrète|clé d'accès|clef|jeton",
    "German": "schlüssel",
    "Greek": "κλειδί",
    "Hebrew": "מפתח|אסימון",
    "Hindi": "कुंजी|टोकन",
    "Hungarian": "kulcs",
    "Icelandic": "lykill",
    "Indonesian and Malay": "kunci",
    "Italian": "chiave",
    "Japanese": "キー|トークン|秘密鍵|シークレット",
    "Korean": "키는|키:|키가|토큰|시크릿|비밀키",
    "Latvian": "atslēg",
    "Lithuanian": "rakt",
    "Polish": "klucz",
    "Portuguese": "chave|segredo",
    "Romanian": "cheie|cheia",
    "Slovak": "kľúč",
    "Spanish": "clave de api|clave secreta|llave|clave api|secreto",
    "Swedish": "nyckel",
    "Thai": "คีย์|โทเค็น",
    "Turkish": "anahtar|jeton",
    "Vietnamese": "khóa|khoá|mã thông báo",
}
"""The same for what a program makes."""


def stems(nouns: dict[str, str]) -> list[str]:
    """Return every stem of a table once, the longest first."""
    found = {word for words in nouns.values() for word in (words.split("|") if "|" in words else words.split())}
    return sorted(found, key=lambda word: (-len(word), word))
