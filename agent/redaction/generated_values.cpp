#include "agent/redaction/generated_values.hpp"

#include <string>

namespace agent::redaction {

static std::string any_name_of_secret()
{
    return R"re((?i)(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[ ._-]?key|credential|)re"
           R"re(requirepass|(?:access|private|auth|secret|encryption|signing|master|hmac|subscription)[_-]?key)s?)re"
           R"re((?:[_-]?(?:access)?[_-]?key)?(?:[_-]?(?:base|value|data|string|hash|digest))?)re";
}

// What may stand between a name and its value: signs, of which one is more than a part of a longer
// name; a word or two; the end of the line, if a sign says that the value follows.
static std::string gap_after_name()
{
    // As URLs and HTML write it, too.
    static const std::string sign
        = R"re((?:[^A-Za-z0-9_\n\\]|\\{1,7}["']|%(?:3[ad]|2[0-9a-f]|7b)|&(?:quot|amp|[lg]t|#[0-9]{2});))re";
    static const std::string in_line = sign
        + R"re({0,11}?(?:[ \t:=<>,|"'`(\[{&?]|%3[ad]|&#(?:58|61);))re" + sign
        + R"re({0,11}(?:[!&][a-z0-9_-]{1,20}[ \t]{1,4}["']?)?)re";
    // What follows the newline may be that of a diff, of numbered lines or of a container's output.
    static const std::string over_lines = sign
        + R"re({0,11}?[:=>,|"'`(\[{](?:[+-]?[0-9]?|[ \t]?\\|[ \t]?<<[~-]?["']?[a-z_]{2,20}["']?)[ \t]{0,4}\r?\n[ \t]{0,40}(?:[^\s]{0,60}?[ \t]{0,8}[+:|-])?)re"
        + sign + "{0,40}";
    static const std::string word
        = R"re((?:(?:str|string|as[ ]string|binary|base64|is|value|default|key>\s{0,40}<string))re"
        + sign + R"re({1,12}|[a-z_:.]{1,30}\(["'`]{1,3})?)re";
    return "(?:" + in_line + "|" + over_lines + ")" + word;
}

std::vector<SecretShape> generated_values()
{
    static const std::vector<std::string> names {"password", "passwd", "passphrase", "passcode",
        "pass:", "pass=", "pwd:", "pwd=", "secret", "token", "api key", "api_key", "apikey",
        "api-key", "api.key", "access_key", "accesskey", "access-key", "private_key", "auth_key",
        "credential", "encryption_key", "signing_key", "encryptionkey", "signingkey", "master_key",
        "masterkey", "hmac_key", "subscription-key", "requirepass", "pass\"", "pwd\"", "pass'",
        "pwd'", "pass\\", "pwd\\"};
    static const std::string ends = " \t\r\n\f\v\"'`\\<>&;,|(){}[]?\x1b";
    static const std::string letter = "[A-Za-z0-9+/_~!@#%^*-]";
    static const std::string value = "(?:([A-Za-z0-9]" + letter
        + R"re({9,254})={0,2}(?:[\s,;)}\]"'`\\&|<>?\x1b\x80-\xff]|\.(?:\s|\z)|\z)|([A-Za-z0-9])re"
        + letter + "{254})" + letter + ")";
    return {
        {"generated value", names, any_name_of_secret() + gap_after_name() + value, Extent::match,
            true, false, Likeness::generated, ends},
        // The line with the old value stands between the name and the new one.
        {"generated value in a diff", names,
            any_name_of_secret()
                + R"re((?:[^\n]{0,40}\n-[^\n]{0,300}\n\+(?:[^\n]{0,80}?[^A-Za-z0-9_\n])?|[ \t]{0,40}=[ \t]{1,4}"[^"\n]{0,300}"[ \t]->[ \t]"))re"
                + value,
            Extent::match, true, false, Likeness::generated, ends},
        {"block of YAML",
            {"password:", "passwd:", "passphrase:", "secret:", "token:", "api_key:", "apikey:",
                "api-key:", "access_key:", "secret_key:", "private_key:", "auth_key:",
                "encryption_key:", "signing_key:", "credential:", "credentials:"},
            "", Extent::indented, true, false, Likeness::key},
    };
}

}
