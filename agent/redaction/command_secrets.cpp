#include "agent/redaction/command_secrets.hpp"

#include <iterator>
#include <string>

namespace agent::redaction {

static const std::string word_of_shell = R"re(["']?([^\s"'\\$<>(){}\[\]|;&`]{6,255}))re";
static const std::string ends_of_word = " \t\r\n\f\v\"'\\$<>(){}[]|;&`";

// Words of a command before the one that is looked for.
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
            Extent::line, false, false, Likeness::key, " \t\r\n\f\v\"'<>{}("},
        {"flag", names, R"re(--[a-z0-9-]{1,40}[ \t=]{1,4})re" + word_of_shell, Extent::line, false,
            false, Likeness::key, ends_of_word, true},
        {"flag in a list", names,
            R"re(--[a-z0-9-]{1,40}(?:["'],[ \t]{0,4}|["']?,?\r?\n[ \t]{0,40}(?:-[ \t]{1,4})?))re"
                + word_of_shell,
            Extent::two_lines, false, false, Likeness::key, ends_of_word, true},
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
            Extent::line, false, true, Likeness::key, ends_of_word, true},
        {"password after a letter",
            {"ssh-keygen", "zip ", "unzip ", "sqlcmd", "openssl ", "ldapsearch", "ldapadd",
                "ldapmodify", "ldapwhoami", "ldapdelete", "redis-cli"},
            R"re((?:(?:ssh-keygen|(?:un)?zip|sqlcmd)(?:WORDS)[ \t]+-[NP]|openssl(?:WORDS)[ \t]+-k|ldap[a-z]+(?:WORDS)[ \t]+-w|redis-cli(?:WORDS)[ \t]+-a)[ \t]+)re"
                + word_of_shell,
            Extent::line, false, true, Likeness::key, ends_of_word, true},
        {"password of an archive", {"7z a", "7z x", "7za a", "7za x", "rar a", "rar x"},
            "(?:7za?|rar)" + some_words + R"re([ \t]+-h?p)re" + word_of_shell, Extent::line, false,
            true, Likeness::key, ends_of_word, true},
        {"last word of a command",
            {"htpasswd -", "vault login ", "wpa_passphrase ", "net use ", "bindpw ", "rootpw ",
                "bindpw\t", "rootpw\t", "snmp-server community "},
            R"re((?:htpasswd[ \t]+-[a-zA-Z]*b[a-zA-Z]*(?:[ \t]+[^\s|;]{1,80}){2}|vault login|wpa_passphrase[ \t]+[^\s|;]{1,80}|net use[^\n|;]{1,120}?[ \t]/user:[^\s|;]{1,80}|(?:bind|root)pw|snmp-server community)[ \t]+)re"
                + word_of_shell,
            Extent::line, false, false, Likeness::key, ends_of_word, true},
        {"user and password in a word",
            {"smbclient ", "rpcclient ", "sqlplus ", "expdp ", "impdp ", "oracle:thin:", "curl "},
            R"re((?:(?:smb|rpc)client(?:WORDS)[ \t]+-U[ \t]{0,4}["']?[^\s%"']{1,64}%|(?:sqlplus|expdp|impdp)(?:[ \t]+-[A-Za-z]{1,8}){0,4}[ \t]+["']?[\w.]{1,64}/|oracle:thin:[\w.]{1,64}/|curl(?:WORDS)[ \t]+-u[\w.]{1,64}:)([^\s"'\\$<>(){}\[\]|;&`@:/]{6,255}))re",
            Extent::line, false, false, Likeness::key, ends_of_word + "@:/"},
    };
}

static std::vector<SecretShape> words_of_shells()
{
    return {
        {"variable of a shell", {"ENV ", "setx ", "set -x ", "set -gx ", "set -Ux "},
            R"re([A-Za-z]+(?: -[a-zA-Z]+)? {1,4}[A-Z0-9_]{0,80}(?:PASSWORD|PASSWD|TOKEN|SECRET|KEY) {1,4})re"
                + word_of_shell,
            Extent::line, false, true, Likeness::key, ends_of_word, true},
        {"cookie of a command", {"curl"},
            "curl" + some_words
                + R"re([ \t]+(?:-b|--cookie)[ \t=]{1,4}["']?[\w.-]{1,64}=([A-Za-z0-9%._~+/:-]{16,255}))re",
            Extent::line, false, true, Likeness::mixed, ends_of_word},
        {"input of a command", {"echo ", "printf "},
            R"re((?:echo|printf)[ \t]+(?:-n[ \t]+)?["']?(?:[\w.@-]{1,64}:)?([^\s"'\\$<>(){}\[\]|;&`:]{6,255})(?:\\n)?["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]+(?:-S|chpasswd|passwd)|chpasswd|passwd|kinit|cryptsetup|smbpasswd|(?:docker|podman|oc|gh auth|az|helm registry|skopeo|npm)[ \t]+login|gh[ \t]+auth))re",
            Extent::line, false, true, Likeness::key},
        {"secure string", {"convertto-securestring"},
            R"re((?i)convertto-securestring(?:[ \t]+-[a-z]{1,16}){0,4}[ \t]+["']([^\s"'$]{6,255})["'])re",
            Extent::line, true, false, Likeness::key},
        {"answer of expect", {"assword:", "assphrase:"},
            R"re((?i)ass(?:word|phrase):[ ]?[*"'}]{0,4}[ \t]{0,8}\{?[ \t]{0,8}\r?\n?[ \t]{0,40}(?:exp_)?send[ \t]+(?:--[ \t]+)?["']([^\s"'\\$]{6,255}))re",
            Extent::two_lines, true, false, Likeness::key},
    };
}

// What one command may have before a flag is written as WORDS.
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

}
