#include "agent/redaction/secret_settings.hpp"

#include <algorithm>
#include <string>

namespace agent::redaction {

// The text between a name and its operator: the end of a quote or an index, a type.
static const std::string after_name
    = R"re(\\{0,8}["'`]?\]?(?:[ \t]{0,4}:?[ \t]{1,4}&?(?:string|str))?)re";

static const std::string whitespace = " \t\r\n\f\v";

// The end of code in Markdown and the beginning of a colour: they end a value like a quote.
static const std::string marks = "`\x1b";

// Text that other programs put before each line of a file: the mark of a diff, a number, a path
// with a number, a name with a bar, a time and a level.
static const std::string margin = R"re((?:[^\n<>"']{0,80}?[+\-:>|#*;\t \]/$]|))re";

// Returns a pattern for a value that begins with `first`, continues with `other`, and is followed
// by `after`; or for the first 256 bytes of a longer one.
static std::string value_of(
    const std::string& first, const std::string& other, int least, const std::string& after)
{
    return "(?:(" + first + other + "{" + std::to_string(least) + ",255})" + after + "|(" + first
        + other + "{255})" + other + ")";
}

// The first character of a value in quotes; the quotation mark determines its end.
static const std::string quoted_key = R"re([ \t]{0,8}\\{0,8}N?["'`]([^\s"'`\\$({<%]))re";
static const std::string ends_of_quoted_key = whitespace + "\"'`\\<>(){}$";

// Returns a pattern for NAME: value with a character of the class `mark` in the value. It may be
// the first one only if it is a digit.
static std::string setting(const std::string& mark)
{
    static const std::string other = "[^\\s\"'\\\\;,&|`\x1b(){}<>\\[\\]$]";
    static const std::string first = "[^\\s\"'\\\\;,&|`\x1b(){}<>\\[\\]$%*!#:=@?]";
    return "(?i)[a-z_-]+:[ \\t]{1,8}(?:((?:" + first + other + "{0,255}?" + mark + "|[0-9])" + other
        + "{0,255})[ \\t]{0,8}(?:#[^\\n]{0,80})?(?:\\r?\\n|\\\\{1,4}[rn]|\\\\{0,8}[\"']|[" + marks
        + "]|\\z)|((?:" + first + "|[0-9])" + other + "{255})" + other + ")";
}

// Returns a pattern for four or five characters, one of which is not a letter.
static std::string short_word()
{
    static const std::string any = "[0-9A-Za-z_!@#^+-]";
    std::string text;
    for (const char* before : {"{0}", "{1}", "{2}", "{3}", "{4}"}) {
        const int rest = 4 - (before[1] - '0');
        text += (text.empty() ? "" : "|") + any + before + "[0-9!@#]" + any + "{"
            + std::to_string(std::max(rest - 1, 0)) + "," + std::to_string(rest) + "}";
    }
    return "(" + text + ")";
}

// Returns the ends of names of secrets, in any case.
static const std::vector<std::string>& endings_of_names()
{
    static const std::vector<std::string> endings {"password", "passwd", "passphrase", "secret",
        "api_key", "apikey", "api-key", "access_key", "accesskey", "access-key", "secret_key",
        "private_key", "auth_key", "credential", "encryption_key", "signing_key", "encryptionkey",
        "signingkey", "privatekey", "master_key", "masterkey", "hmac_key", "account_key",
        "accountkey", "subscription-key", "logged_in_key", "nonce_key", "_salt"};
    return endings;
}

static std::string name_of_secret()
{
    return "(?i)(?:password|passwd|passphrase|secret|api[_-]?key|access[_-]?key|private_?key|auth_"
           "key|credentials?|encryption_?key|signing_?key|master_?key|hmac_key|account_?key|"
           "subscription-key|logged_in_key|nonce_key|_salt)(?:[_-]?(?:access)?[_-]?key)?";
}

static const std::string name_of_token = "(?i)token(?:[_-]?(?:access)?[_-]?key)?";

// Returns a pattern for an assignment to a name: in quotes, in any way in which a language assigns
// or passes it; or without quotes, and without whitespace around the equals sign.
static std::string assignment_to(const std::string& name)
{
    return name + "(?:" + after_name + R"re([ \t]{0,8}(?:[:?.+|]{0,3}=>?|:))re" + quoted_key
        + R"re(|\\{0,8}["'`]\]?[ \t]{0,4},[ \t]{0,8})re" + quoted_key
        + R"re(|\\{0,8}["']?[ \t]{1,8}value[ \t]{0,4}=)re" + quoted_key
        + R"re(|=(?:([A-Za-z0-9+/_~!@#%^*-]{8,255}=*)(?:[\s&;"'`\x1b\\]|\z)|)re"
        + R"re(([A-Za-z0-9+/_~!@#%^*-]{255})[A-Za-z0-9+/_~!@#%^*-])))re";
}

// Returns a pattern for NAME = value as in ini files and makefiles. In programs a value without
// quotes is a name.
static std::string ini_setting_of(const std::string& name)
{
    return name + R"re([ \t]{0,8}[:?]{0,3}=[ \t]{0,8})re"
        + value_of("", R"re([^\s"'\\`\x1b(){}<>\[\]$&|;,])re", 8,
            R"re((?:[ \t]{1,8}[#;][^\n]{0,200})?[ \t]{0,8}(?:\r?\n|\\{1,4}[nr]|[`\x1b]|\z))re");
}

static std::vector<SecretShape> joined(
    std::vector<SecretShape> first, std::vector<SecretShape> second)
{
    std::move(second.begin(), second.end(), std::back_inserter(first));
    return first;
}

// Returns the shapes of KEY=value by the end of the name. As in an environment, nearly everything
// after the equals sign is a secret, in quotes also with whitespace. In other text, the value must
// be quoted, or look like a secret.
static std::vector<SecretShape> variables()
{
    static const std::vector<std::string> names {
        "PASSWORD=", "PASSWD=", "PASSPHRASE=", "SECRET=", "TOKEN=", "API_KEY=", "APIKEY=",
        "ACCESS_KEY=", "SECRET_KEY=", "PRIVATE_KEY=", "AUTH_KEY=", "MASTER_KEY=", "ENCRYPTION_KEY=",
        "SIGNING_KEY=", "HMAC_KEY=", "APP_KEY=", "_PAT=", "_PASS="};
    static const std::string lines
        = "[^\\s\"'\\\\$(){}<>`]{8,255}(?:\r?\n[^\\s\"'\\\\$(){}<>`]+)+(?:\r?\n)?";
    return {
        {"variable", names,
            "[A-Z_]+=(?:\\\\{0,8}[\"'])?"
                + value_of("[^\\s\"'\\\\$({<%&|;,`\x1b=\\[*]", "[^\\s\"'\\\\;&|`\x1b(){}<>\\[\\]]",
                    5, "(?:[\\s\"'\\\\;&|" + marks + "]|\\z)"),
            MatchScope::line, false, false, Likeness::variable,
            whitespace + "\"'\\;&|(){}<>[]" + marks, true},
        {"short password", {"PASSWORD=", "PASSWD=", "PASSPHRASE=", "_PASS=", "_PWD="},
            "[A-Z_]+=(?:\\\\{0,8}[\"'])?" + short_word() + "(?:[\\s\"'\\\\;&|" + marks + "]|\\z)",
            MatchScope::line, false, false},
        // Most variables of this name contain a path.
        {"PWD variable", {"_PWD="},
            "_PWD=(?:\\\\{0,8}[\"'])?"
                + value_of("[^\\s\"'\\\\$({<%&|;,`=\\[*/.~]", "[^\\s\"'\\\\;&|`(){}<>\\[\\]/]", 5,
                    "(?:[\\s\"'\\\\;&|]|\\z)"),
            MatchScope::line, false, false, Likeness::any, whitespace + "\"'\\;&|`(){}<>[]/"},
        {"quoted variable", names, "[A-Z_]+=\\\\{0,8}\"([^\\s\"'\\\\$({<%&|;,`=\\[*+.:)\\]}?>])",
            MatchScope::line, false, false, Likeness::any, "\n\"\\`(){}<>", true},
        {"variable of several lines", names, "[A-Z_]+=(?:\"(" + lines + ")\"|'(" + lines + ")')",
            MatchScope::quotes, false, false, Likeness::key},
        {"variable in single quotes", names,
            "[A-Z_]+=\\\\{0,8}'([^\\s\"'\\\\$({<%&|;,`=\\[*+.:)\\]}?>])", MatchScope::line, false,
            false, Likeness::any, "\n'\\`(){}<>", true},
    };
}

static std::vector<SecretShape> settings_of_lines()
{
    return {
        // A line of YAML, or of a text that quotes one. The value is the rest of the line, and not
        // a word.
        {"password setting", {"password:", "passwd:", "passphrase:"}, setting("[0-9!@#%^*+~?-]"),
            MatchScope::line, true, false, Likeness::any, whitespace + "\"'\\;,&|`(){}<>[]$"},
        {"setting",
            {"secret:", "token:", "api_key:", "apikey:", "api-key:", "access_key:", "secret_key:",
                "private_key:", "auth_key:"},
            setting("[0-9]"), MatchScope::line, true, false, Likeness::key,
            whitespace + "\"'\\;,&|`(){}<>[]$"},
        {"assignment", endings_of_names(), assignment_to(name_of_secret()), MatchScope::line, true,
            false, Likeness::key, ends_of_quoted_key, true, true},
        {"assignment of a token", {"token"}, assignment_to(name_of_token), MatchScope::line, true,
            false, Likeness::token, ends_of_quoted_key, true, true},
        {"macro",
            {"PASSWORD ", "PASSWD ", "PASSPHRASE ", "SECRET ", "TOKEN ", "API_KEY ", "APIKEY ",
                "AUTH_KEY "},
            R"re([A-Z_]+[ \t]{1,40}\(?)re" + quoted_key, MatchScope::line, false, false,
            Likeness::key, ends_of_quoted_key, true},
        {"ini setting", endings_of_names(), ini_setting_of(name_of_secret()), MatchScope::line,
            true, false, Likeness::mixed, whitespace + "\"'\\`(){}<>[]$&|;,", false, true},
        {"ini setting of a token", {"token"}, ini_setting_of(name_of_token), MatchScope::line, true,
            false, Likeness::mixed, whitespace + "\"'\\`(){}<>[]$&|;,", false, true},
    };
}

std::vector<SecretShape> assignments() { return joined(variables(), settings_of_lines()); }

static std::vector<SecretShape> settings_of_programs()
{
    static const std::string base64 = "([A-Za-z0-9+/]{10,}={0,2})";
    return {
        {"XML element", {"password>", "passwd>", "passphrase>", "secret>", "token>", "key>"},
            R"re((?i)[a-z]+>[ \t]{0,80}(?:\r?\n)re" + margin + R"re([ \t]{0,80})?)re"
                + R"re((?:<!\[CDATA\[)?)re"
                + value_of(R"re([^\s<>&"'$(){}])re", R"re([^\s<>$(){}])re", 5,
                    R"re((?:\]\]>)?[ \t]{0,80}(?:\r?\n)re" + margin + R"re([ \t]{0,80})?</)re"),
            MatchScope::match, true, false, Likeness::key, whitespace + "<>$(){}"},
        {"variable of a container", {"- name: "},
            R"re((?i)- name: {1,4}["']?[a-z0-9_.-]{0,80}(?:password|passwd|secret|token|key)["']?[ \t]*\r?\n)re"
                + margin + R"re([ \t]{1,40}value:[ \t]{1,4}["']?([^\s"'\\$(){}]{6,255}))re",
            MatchScope::two_lines, true, false, Likeness::key, whitespace + "\"'\\$(){}"},
        {"variable of a container in JSON", {"\"name"},
            R"re((?i)"name\\{0,8}"[ \t]{0,4}:[ \t]{0,4}\\{0,8}"[a-z0-9_.-]{0,80}(?:password|passwd|secret|token|key)\\{0,8}",[ \t]{0,4}(?:\r?\n)re"
                + margin
                + R"re([ \t]{0,80})?\\{0,8}"value\\{0,8}"[ \t]{0,4}:[ \t]{0,4}\\{0,8}"([^\s"'\\$(){}]{6,255}))re",
            MatchScope::match, true, false, Likeness::mixed, whitespace + "\"'\\$(){}"},
        {"netrc", {"login "},
            R"re(login[ \t]+[^\s]{1,80}(?:[ \t]{1,40}|[ \t]{0,4}\r?\n)re" + margin
                + R"re([ \t]{0,40})password[ \t]+([^\s\\(){}<>$"'`]{4,255}))re",
            MatchScope::two_lines, false, true, Likeness::any, whitespace + "\\(){}<>$\"'`"},
        {"Docker credentials", {"\"auth\\", "\"auth\""},
            R"re("auth\\{0,8}"[ \t]{0,8}:[ \t]{0,8}\\{0,8}")re" + base64 + R"re(\\{0,8}")re",
            MatchScope::line, false, false, Likeness::key},
        {"npm credentials", {"_auth", "_password"},
            R"re(_(?:auth|password)[ \t]{0,4}=[ \t]{0,4}["']?)re" + base64 + R"re((?:[\s"']|\z))re",
            MatchScope::line, false, false, Likeness::key},
        {"user and password in base64", {"_auth", "\"auth\\", "\"auth\""},
            R"re((?:_auth|"auth)(?:\\{0,8}["'])?[ \t]{0,8}[=: ][ \t]{0,8}(?:\\{0,8}["'])?)re"
                + base64 + R"re((?:[\s"'\\,;]|\z))re",
            MatchScope::line, false, false, Likeness::pair},
        {"WireGuard key", {"privatekey", "presharedkey"},
            R"re((?i)(?:private|preshared)key[ \t]{0,8}[:=][ \t]{0,8}["']?([A-Za-z0-9+/]{20,}={0,2}))re",
            MatchScope::line, true, false, Likeness::mixed},
        {"wireless password", {"psk="}, R"re(psk="?([^\s"]{8,64})"?(?:\s|\z))re", MatchScope::line,
            false, true, Likeness::key},
    };
}

static std::vector<SecretShape> settings_of_services()
{
    static const std::string ends_of_cookie = whitespace + ";,\"'\\<>";
    return {
        {"session cookie",
            {"session=", "sessionid=", "session_id=", "sessid=", ".sid=", "auth_token="},
            R"re((?i)[a-z._]+=([A-Za-z0-9%._~+/:-]{16,}))re", MatchScope::line, true, false,
            Likeness::mixed},
        {"cookie", {"cookie: "},
            R"re((?i)cookie: {1,4}(?:[^;\s]{1,100}; {0,4}){0,8}?[\w.-]{1,64}=([A-Za-z0-9%._~+/:=-]{16,255}))re",
            MatchScope::line, true, false, Likeness::mixed, ends_of_cookie},
        {"connection string", {";pwd=", "SharedAccessKey="},
            R"re((?i)[;a-z]+=(?:([^\s"'\\<>(){}$;][^\s"'\\;]{5,254})|\{([^{}"'\s]{4,255})\}))re",
            MatchScope::line, true, false, Likeness::key, whitespace + "\"'\\;"},
        {"signed URL", {"?sig=", "&sig=", "Signature="}, "[?&A-Za-z]+=([A-Za-z0-9%+/=]{16,255})",
            MatchScope::word, false, false, Likeness::mixed, whitespace + "&\"'<>\\;,)"},
        {"pgpass", {":5432:", ":5433:", ":6432:", "*:*:"},
            R"re((?::[0-9]{4}|\*:\*):(?:[^\s:]{1,64}:)?[^\s:]{1,64}:([^\s:]{6,255}))re",
            MatchScope::word, false, false, Likeness::key, whitespace + ":"},
        {"Redis password", {"requirepass ", "masterauth "},
            R"re([a-z]+[ \t]{1,8}["']?([^\s"'\\<]{6,255}))re", MatchScope::line, false, true,
            Likeness::key, whitespace + "\"'\\<", true},
        {"SQL password", {"identified by ", "identified with ", "password '", "password N'"},
            R"re((?i)[a-z]+(?: by| with [\w'"]{1,64} (?:by|as))?[ \t]{1,4}(?:password[ \t]{1,4})?N?["']([^\s"'\\$<>{}()%]))re",
            MatchScope::line, true, false, Likeness::key, whitespace + "\"'\\$<>{}()%", true},
        {"bare SQL password", {"identified by "},
            R"re((?i)identified by[ \t]{1,4}([A-Za-z0-9_#$!]{6,255}))re", MatchScope::line, true,
            false, Likeness::key, whitespace + "\"'\\;,"},
        {"Sonar token", {"sonar.login", "sonar_login"},
            R"re((?i)sonar[._]login["']?[ \t]{0,8}[:?]{0,3}[=:,][ \t]{0,8}["'`]?([A-Za-z0-9_=-]{16,255}))re",
            MatchScope::line, true, false, Likeness::key, whitespace + "\"'`\\&;,"},
        {"header", {"authorization"},
            R"re((?i)authorization\\{0,8}["']?: {0,4}\\{0,8}["']?([A-Za-z0-9._~+/@=-]{16,})(?:[\s"'\\]|\z))re",
            MatchScope::line, true, false, Likeness::mixed},
    };
}

static std::vector<SecretShape> settings_of_packages_and_clusters()
{
    static const std::string base64 = "([A-Za-z0-9+/]{10,}={0,2})";
    static const std::string newline = R"re((?:\r?\n|(?:\\{1,8}r)?\\{1,8}n))re";
    static const std::string entry
        = R"re([A-Za-z0-9._-]{1,80}:[ \t]{1,4}["']?[A-Za-z0-9+/]{4,}={0,2}["']?)re";
    static const std::string entries
        = "[ \t]{1,40}(" + entry + "(?:" + newline + "[ \t]{1,40}" + entry + ")*)";
    return {
        {"kubeconfig key", {"client-key-data"},
            R"re(client-key-data(?:\\{0,8}["'])?:[ \t]{0,8}(?:\\{0,8}["'])?)re" + base64,
            MatchScope::line},
        {"npm password", {":_password"}, R"re(:_password[ \t]{0,4}=[ \t]{0,4}["']?)re" + base64,
            MatchScope::line, false, false},
        {"credentials of Sidekiq", {"contribsys"},
            R"re((?i)contribsys(?:__|\.)com\\{0,8}["']?[ \t]{0,8}[:=]?[ \t]{0,8}\\{0,8}["']?([a-f0-9]{8}:[a-f0-9]{8})(?:[^a-z0-9]|\z))re",
            MatchScope::line, true, false},
        {"URL of Sidekiq", {"://"},
            R"re(://([a-f0-9]{8}:[a-f0-9]{8})@(?:gems|enterprise)\.contribsys\.com)re",
            MatchScope::word, false, false},
        // kubectl sorts names, so data comes first; people write kind first.
        {"data of a Secret", {"data:"},
            R"re(data:[ \t]{0,8})re" + newline + entries + newline + R"re(kind: ["']?Secret)re",
            MatchScope::match, false, true},
        {"Secret", {"kind: Secret", "kind: \"Secret", "kind: 'Secret"},
            R"re(kind: ["']?Secret["']?[ \t]{0,8})re" + newline
                + R"re((?:[^\n]*\n){0,12}?data:[ \t]{0,8})re" + newline + entries,
            MatchScope::match, false, true},
        {"password of NuGet", {"cleartextpassword", "key=\"password"},
            R"re((?i)[a-z="]+password\\{0,8}"[ \t\r\n]{1,8}value=\\{0,8}"([^"\s\\%$<>{}]{4,255})\\{0,8}")re",
            MatchScope::match, true, false, Likeness::chosen},
    };
}

std::vector<SecretShape> settings_of_files()
{
    return joined(joined(settings_of_programs(), settings_of_services()),
        settings_of_packages_and_clusters());
}

}
