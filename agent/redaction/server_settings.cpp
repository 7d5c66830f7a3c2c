#include "agent/redaction/server_settings.hpp"

#include <string>

namespace agent::redaction {

static const std::string ends_of_setting = " \t\r\n\f\v\"'\\$<>(){}[]|;&`";

static std::vector<SecretShape> hashes_of_passwords()
{
    return {
        {"hash of crypt", {"$1$", "$5$", "$6$", "$7$", "$y$", "$gy$", "$apr1$"},
            R"re(\$(?:1|5|6|7|g?y|apr1)\$(?:rounds=[0-9]{1,9}\$|j[A-Za-z0-9./]{1,8}\$)?[A-Za-z0-9./]{1,32}\$[A-Za-z0-9./]{22,86})re",
            MatchScope::line, false, false, Likeness::mixed},
        {"hash of bcrypt", {"$2$", "$2a$", "$2b$", "$2x$", "$2y$"},
            R"re(\$2[abxy]?\$[0-9]{2}\$[A-Za-z0-9./]{53})re", MatchScope::line, false, false},
        {"hash of Argon2", {"$argon2"},
            R"re(\$argon2(?:id|i|d)\$v=[0-9]{1,4}\$m=[0-9]{1,9},t=[0-9]{1,9},p=[0-9]{1,9}\$[A-Za-z0-9+/]{8,255}\$[A-Za-z0-9+/]{16,255})re",
            MatchScope::line, false, false},
        {"hash of PBKDF2", {"pbkdf2_sha"},
            R"re(pbkdf2_sha(?:1|256|512)\$[0-9]{1,9}\$[^$\s]{1,64}\$[A-Za-z0-9+/]{20,255}={0,2})re",
            MatchScope::line, false, false},
        {"hash of LDAP", {"{SHA}", "{SSHA", "{SHA2", "{SHA5", "{MD5}", "{SMD5}"},
            R"re(\{S?(?:SHA|MD5)(?:256|384|512)?\}[A-Za-z0-9+/]{20,255}={0,2})re", MatchScope::line,
            false, false},
    };
}

static std::vector<SecretShape> keys_of_protocols()
{
    static const std::string base64 = "[A-Za-z0-9+/]{16,255}={0,2}";
    // The mark of a diff, the number of a line.
    static const std::string margin_of_key = R"re((?:[ \t]{0,8}[0-9]{0,6}[:|+-]?[ \t]{0,8}))re";
    return {
        {"JSON web key",
            {"\"d\":", "\"k\":", "\"p\":", "\"q\":", "\"dp\":", "\"dq\":", "\"qi\":", "\"d\" :",
                "\"d\\\":", "\"k\\\":", "\"p\\\":", "\"q\\\":"},
            R"re("(?:d|k|p|q|dp|dq|qi)\\{0,8}"[ \t]{0,4}:[ \t]{0,4}\\{0,8}"([A-Za-z0-9_-]{43,255}))re",
            MatchScope::line, false, false, Likeness::mixed, ends_of_setting},
        {"PuTTY key", {"Private-Lines: "},
            R"re(Private-Lines: [0-9]{1,4}(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)((?:)re" + margin_of_key
                + R"re([A-Za-z0-9+/]{2,}={0,2}(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n|["']|\z))+))re",
            MatchScope::match, false, true, Likeness::any, " \t-:"},
        {"key of TLS in a Secret", {"tls.key:", "dockerconfigjson:"},
            R"re([a-z.]+:[ \t]{1,8}["']?()re" + base64 + ")", MatchScope::line, false, false,
            Likeness::key, ends_of_setting},
        {"key of Django", {"django-insecure-"}, R"re(django-insecure-([^\s"'`]{20,255}))re",
            MatchScope::word, false, false, Likeness::any, " \t\r\n\f\v\"'`"},
        {"digest", {"response=\""}, R"re(response="([a-f0-9]{32,128})")re", MatchScope::line, false,
            true, Likeness::key},
    };
}

static std::vector<SecretShape> settings_of_networks()
{
    return {
        {"key of IPsec", {": PSK \"", ": EAP \"", ": XAUTH \"", ": NTLM \""},
            R"re(: [A-Z]{3,5} "([^"\r\n]{4,255})")re", MatchScope::line, false, false},
        {"password of a router",
            {"password 0 ", "password 5 ", "password 7 ", "password 8 ", "password 9 ", "secret 0 ",
                "secret 5 ", "secret 8 ", "secret 9 ", "key 7 "},
            R"re((?:password|secret|key) [0-9] ([^\s"'\\$<>(){}\[\]|;&`]{6,255}))re",
            MatchScope::line, false, true, Likeness::key, ends_of_setting},
        {"user of Redis", {"on >"}, R"re(on >([^\s"'\\$<>(){}\[\]|;&`]{6,255}))re",
            MatchScope::line, false, true, Likeness::key, ends_of_setting},
        {"npm user", {"npmauthident"},
            R"re((?i)npmauthident["']?:[ \t]{1,4}["']?[^\s:"']{1,80}:([^\s"'\\]{6,255}))re",
            MatchScope::line, true, false, Likeness::key, ends_of_setting},
        {"password of a login", {".login("},
            R"re(\.login\([ \t]{0,4}["'`]([A-Za-z0-9._-]{10,255})["'`])re", MatchScope::line, false,
            false, Likeness::generated},
        // The password is the last one of the columns and values.
        {"password in a row",
            {"password)", "password`)", "password\")", "password])", "passwd)", "token)",
                "secret)"},
            R"re((?i)[a-z]+[`"\]]?\)[ \t]{0,4}(?:\r?\n[ \t]{0,40})?values[ \t]{0,4}(?:\r?\n[ \t]{0,40})?\((?:[^()\r\n]{0,300},[ \t]{0,4})?N?'([^\s'\\$<>{}()%]{6,255})'[ \t]{0,4}\))re",
            MatchScope::match, true, false, Likeness::key},
        {"password of a connection", {"getConnection("},
            R"re(getConnection\([^,\r\n]{1,200},[ \t]{0,8}"[^"\r\n]{0,64}",[ \t]{0,8}"([^"\s\\]{6,255})")re",
            MatchScope::line, false, false, Likeness::key},
    };
}

static std::vector<SecretShape> parameters_of_urls()
{
    return {
        {"token in a URL", {"://", ":\\/\\/"},
            R"re(:(?:\\{0,8}/){2}([A-Za-z0-9_.~%+-]{16,255})@)re", MatchScope::word, false, false,
            Likeness::generated},
        {"parameter of a URL",
            {"?key=", "&key=", "?auth=", "&auth=", "?jwt=", "&jwt=", "?sid=", "&sid="},
            R"re([?&](?:key|auth|jwt|sid)=([A-Za-z0-9_.~%+/-]{10,255}))re", MatchScope::word, false,
            false, Likeness::generated, ends_of_setting + "#,"},
    };
}

std::vector<SecretShape> settings_of_servers()
{
    std::vector<SecretShape> all;
    for (auto* some :
        {hashes_of_passwords, keys_of_protocols, settings_of_networks, parameters_of_urls})
        for (auto& shape : some())
            all.push_back(std::move(shape));
    return all;
}

}
