#include "agent/redaction/command_secrets.hpp"

#include "agent/redaction/provider_tokens.hpp"
#include "agent/redaction/secret_names.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace agent::redaction {

using namespace toolkit;

static const std::string word_of_shell = R"re(["']?([^\s"'\\$<>(){}\[\]|;&`]{6,255}))re";
static const std::string ends_of_word = " \t\r\n\f\v\"'\\$<>(){}[]|;&`";

// The words of a command before the one to find.
static const std::string some_words = R"re((?:[ \t]+[^\s|;]{1,80}){0,8}?)re";

static std::vector<SecretShape> flags_of_any()
{
    static const std::vector<std::string> names {"--token", "--password", "--passphrase",
        "--secret", "--api-key", "--apikey", "--api-token", "--access-token", "--auth-token",
        "--access-key", "--account-key", "--secret-key", "--client-secret", "--private-token",
        "--oauth2-bearer", "--requirepass", "--pass ", "--pass="};
    return {
        {"user and password",
            {"-u ", "-u\"", "-u'", "--user ", "--user=", "--user\"", "--user'", "--proxy-user"},
            R"re(-(?:u|-user|-proxy-user)[ =]{0,4}\\{0,8}(?:["'][^\s:"'$]{0,64}:(?:([^\s"'$<>{}(][^\s"'<>{}(]{4,255})["']|([^\s"'$<>{}(][^\s"'<>{}(]{255})[^\s"'<>{}(])|[\w.@-]{1,64}:["']?([^\s"'$<>{}(\[:/][^\s"'<>{}(:/]{4,255})))re",
            MatchScope::line, false, false, Likeness::key, " \t\r\n\f\v\"'<>{}("},
        {"flag", names, R"re(--[a-z0-9-]{1,40}[ \t=]{1,4})re" + word_of_shell, MatchScope::line,
            false, false, Likeness::key, ends_of_word, true},
        {"flag in a list", names,
            R"re(--[a-z0-9-]{1,40}(?:["'],[ \t]{0,4}|["']?,?\r?\n[ \t]{0,40}(?:-[ \t]{1,4})?))re"
                + word_of_shell,
            MatchScope::two_lines, false, false, Likeness::key, ends_of_word, true},
    };
}

static std::vector<SecretShape> flags_of_programs()
{
    return {
        {"password of a command",
            {"sshpass -p", "docker login", "podman login", "mysql", "oc login", "az login", "mongo",
                "twine upload", "useradd", "usermod"},
            R"re((?:sshpass|(?:docker|podman|oc|az) login|mysql[a-z]*|mongo[a-z]*|twine upload|user(?:add|mod)))re"
                + some_words + R"re([ \t]+-p ?)re" + word_of_shell,
            MatchScope::line, false, true, Likeness::key, ends_of_word, true},
        {"password after a letter",
            {"ssh-keygen", "zip ", "unzip ", "sqlcmd", "openssl ", "ldapsearch", "ldapadd",
                "ldapmodify", "ldapwhoami", "ldapdelete", "redis-cli"},
            R"re((?:(?:ssh-keygen|(?:un)?zip|sqlcmd)(?:WORDS)[ \t]+-[NP]|openssl(?:WORDS)[ \t]+-k|ldap[a-z]+(?:WORDS)[ \t]+-w|redis-cli(?:WORDS)[ \t]+-a)[ \t]+)re"
                + word_of_shell,
            MatchScope::line, false, true, Likeness::key, ends_of_word, true},
        {"password of an archive", {"7z a", "7z x", "7za a", "7za x", "rar a", "rar x"},
            "(?:7za?|rar)" + some_words + R"re([ \t]+-h?p)re" + word_of_shell, MatchScope::line,
            false, true, Likeness::key, ends_of_word, true},
        {"last word of a command",
            {"htpasswd -", "vault login ", "wpa_passphrase ", "net use ", "bindpw ", "rootpw ",
                "bindpw\t", "rootpw\t", "snmp-server community "},
            R"re((?:htpasswd[ \t]+-[a-zA-Z]*b[a-zA-Z]*(?:[ \t]+[^\s|;]{1,80}){2}|vault login|wpa_passphrase[ \t]+[^\s|;]{1,80}|net use[^\n|;]{1,120}?[ \t]/user:[^\s|;]{1,80}|(?:bind|root)pw|snmp-server community)[ \t]+)re"
                + word_of_shell,
            MatchScope::line, false, false, Likeness::key, ends_of_word, true},
        {"user and password in a word",
            {"smbclient ", "rpcclient ", "sqlplus ", "expdp ", "impdp ", "oracle:thin:", "curl "},
            R"re((?:(?:smb|rpc)client(?:WORDS)[ \t]+-U[ \t]{0,4}["']?[^\s%"']{1,64}%|(?:sqlplus|expdp|impdp)(?:[ \t]+-[A-Za-z]{1,8}){0,4}[ \t]+["']?[\w.]{1,64}/|oracle:thin:[\w.]{1,64}/|curl(?:WORDS)[ \t]+-u[\w.]{1,64}:)([^\s"'\\$<>(){}\[\]|;&`@:/]{6,255}))re",
            MatchScope::line, false, false, Likeness::key, ends_of_word + "@:/"},
    };
}

static std::vector<SecretShape> words_of_shells()
{
    return {
        {"variable of a shell", {"ENV ", "setx ", "set -x ", "set -gx ", "set -Ux "},
            R"re([A-Za-z]+(?: -[a-zA-Z]+)? {1,4}[A-Z0-9_]{0,80}(?:PASSWORD|PASSWD|TOKEN|SECRET|KEY) {1,4})re"
                + word_of_shell,
            MatchScope::line, false, true, Likeness::key, ends_of_word, true},
        {"cookie of a command", {"curl"},
            "curl" + some_words
                + R"re([ \t]+(?:-b|--cookie)[ \t=]{1,4}["']?[\w.-]{1,64}=([A-Za-z0-9%._~+/:-]{16,255}))re",
            MatchScope::line, false, true, Likeness::mixed, ends_of_word},
        {"input of a command", {"echo ", "printf "},
            R"re((?:echo|printf)[ \t]+(?:-n[ \t]+)?["']?(?:[\w.@-]{1,64}:)?([^\s"'\\$<>(){}\[\]|;&`:]{6,255})(?:\\n)?["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]+(?:-S|chpasswd|passwd)|chpasswd|passwd|kinit|cryptsetup|smbpasswd|(?:docker|podman|oc|gh auth|az|helm registry|skopeo|npm)[ \t]+login|gh[ \t]+auth))re",
            MatchScope::line, false, true, Likeness::key},
        {"secure string", {"convertto-securestring"},
            R"re((?i)convertto-securestring(?:[ \t]+-[a-z]{1,16}){0,4}[ \t]+["']([^\s"'$]{6,255})["'])re",
            MatchScope::line, true, false, Likeness::key},
        {"answer of expect", {"assword:", "assphrase:"},
            R"re((?i)ass(?:word|phrase):[ ]?[*"'}]{0,4}[ \t]{0,8}\{?[ \t]{0,8}\r?\n?[ \t]{0,40}(?:exp_)?send[ \t]+(?:--[ \t]+)?["']([^\s"'\\$]{6,255}))re",
            MatchScope::two_lines, true, false, Likeness::key},
    };
}

// Replaces WORDS in a pattern by the words that a command may have before a flag.
static SecretShape with_words(SecretShape shape)
{
    static constexpr std::string_view mark = "WORDS";
    for (std::size_t at = shape.pattern.find(mark); at != std::string::npos;
         at = shape.pattern.find(mark, at + some_words.size()))
        shape.pattern.replace(at, mark.size(), some_words);
    return shape;
}

std::vector<SecretShape> secrets_in_commands()
{
    std::vector<SecretShape> all;
    for (auto* some : {flags_of_any, flags_of_programs, words_of_shells})
        for (const auto& shape : some())
            all.push_back(with_words(shape));
    return all;
}

static std::string_view after_first(std::string_view text, char mark)
{
    const std::size_t at = text.find(mark);
    return at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
}

static void add_cookies(std::string_view value, std::vector<std::string>& secrets)
{
    static constexpr std::size_t shortest_key = 8; // shorter ones are words such as "english"
    while (!value.empty()) {
        const std::string_view cookie = text::stripped(value.substr(0, value.find(';')));
        value = after_first(value, ';');
        const std::string_view secret = after_first(cookie, '=');
        if (value.empty() || (secret.size() >= shortest_key && has_digit_and_letter(secret)))
            secrets.emplace_back(secret.empty() ? cookie : secret);
    }
}

// True if a header has a secret. `name` is in lower case, with underscores.
static bool has_secret(const std::string& name, std::string_view value)
{
    if (name == "authorization" || name == "proxy_authorization" || is_secret_name(name))
        return true;
    const bool is_session
        = name == "session" || name.ends_with("_session") || name.ends_with("session_id");
    return (is_session || may_be_secret_name(name)) && !is_word_or_number(value);
}

std::vector<std::string> secrets_of_header(std::string_view header)
{
    const std::string_view value = text::stripped(after_first(header, ':'));
    std::string name = text::in_lower_case(std::string(header.substr(0, header.find(':'))));
    std::replace(name.begin(), name.end(), '-', '_');
    std::vector<std::string> secrets;
    if (name == "cookie") {
        add_cookies(value, secrets);
        return secrets;
    }
    if (!has_secret(name, value))
        return secrets;
    const std::string_view word = value.substr(value.find_last_of(" \t") + 1);
    secrets.emplace_back(word);
    if (const std::string_view given = after_first(word, '=');
        given.find_first_not_of('=') != std::string_view::npos)
        secrets.emplace_back(given); // token=VALUE, not padding
    if (text::in_lower_case(std::string(value.substr(0, 6))) == "basic ")
        if (const auto user = text::base64_decode(word))
            secrets.emplace_back(after_first(*user, ':'));
    return secrets;
}

}
