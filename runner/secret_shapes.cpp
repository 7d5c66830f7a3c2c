#include "runner/secret_shapes.hpp"

#include <algorithm>
#include <cctype>

static bool is_alphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

static std::vector<SecretShape> of_clouds()
{
    return {
        {"AWS access key", {"AKIA", "ASIA"}, "(?:AKIA|ASIA)[A-Z2-7]{16}\\b"},
        {"AWS credentials", {"aws_secret_access_key", "aws_session_token"},
            "(?i)aws_(?:secret_access_key|session_token)[ \\t]{0,8}=[ "
            "\\t]{0,8}([A-Za-z0-9/+]{16,}={0,2})(?:[\\s\"'\\\\;&]|\\z)",
            Extent::line, true, false, true},
        {"Google API key", {"AIza"}, "AIza[0-9A-Za-z_-]{35}"},
        {"Google OAuth token", {"ya29."}, "ya29\\.[0-9A-Za-z_-]{20,}"},
        {"Google client secret", {"GOCSPX-"}, "GOCSPX-[0-9A-Za-z_-]{28}"},
        {"Google refresh token", {"1//0"}, "1//0[A-Za-z0-9_-]{40,}", Extent::word, false, true, true},
        // Three characters stand before it, which tell nothing.
        {"Azure client secret", {"0Q~", "1Q~", "2Q~", "3Q~", "4Q~", "5Q~", "6Q~", "7Q~", "8Q~", "9Q~"},
            "[0-9]Q~[A-Za-z0-9_~.-]{31,34}", Extent::word, false, false},
        {"Azure storage key", {"AccountKey="}, "AccountKey=([A-Za-z0-9+/]{86}==)"},
        {"DigitalOcean token", {"dop_v1_", "doo_v1_", "dor_v1_"}, "do[por]_v1_[a-f0-9]{64}"},
        {"Vault token", {"hvs.", "hvb."}, "hv[sb]\\.[A-Za-z0-9_-]{24,}"},
        {"Databricks token", {"dapi"}, "dapi[a-f0-9]{32}\\b"},
    };
}

static std::vector<SecretShape> of_forges()
{
    return {
        {"GitHub token", {"ghp_", "gho_", "ghu_", "ghs_", "ghr_"}, "gh[pousr]_[A-Za-z0-9]{36,}"},
        {"GitHub fine-grained token", {"github_pat_"}, "github_pat_[A-Za-z0-9_]{22,}"},
        {"GitLab token", {"glpat-", "gldt-", "glrt-", "glcbt-", "glptt-"},
            "gl(?:pat|dt|rt|cbt|ptt)-[A-Za-z0-9_.-]{20,}"},
        {"Atlassian token", {"ATATT3"}, "ATATT3[A-Za-z0-9_=-]{20,}"},
        {"Bitbucket token", {"ATBB"}, "ATBB[A-Za-z0-9]{28,}", Extent::word, false, true, true},
        {"npm token", {"npm_"}, "npm_[A-Za-z0-9]{36}"},
        {"PyPI token", {"pypi-"}, "pypi-[A-Za-z0-9_-]{50,}"},
        {"Docker token", {"dckr_pat_"}, "dckr_pat_[A-Za-z0-9_-]{20,}"},
    };
}

static std::vector<SecretShape> of_models()
{
    return {
        {"key of a model provider", {"sk-"}, "sk-[A-Za-z0-9_-]{20,}", Extent::word, false, true, true},
        {"Hugging Face token", {"hf_"}, "hf_[A-Za-z0-9]{30,}"},
        {"Groq key", {"gsk_"}, "gsk_[A-Za-z0-9]{30,}"},
        {"xAI key", {"xai-"}, "xai-[A-Za-z0-9]{40,}"},
        {"Replicate token", {"r8_"}, "r8_[A-Za-z0-9]{30,}"},
        {"Perplexity key", {"pplx-"}, "pplx-[A-Za-z0-9]{32,}"},
    };
}

static std::vector<SecretShape> of_services()
{
    return {
        {"Slack token", {"xoxa-", "xoxb-", "xoxe-", "xoxp-", "xoxr-", "xoxs-"},
            "xox[abeprs]-[A-Za-z0-9-]{10,}", Extent::word, false, true, true},
        {"Slack webhook", {"hooks.slack.com/services/"}, "hooks\\.slack\\.com/services/([A-Za-z0-9/]{20,})",
            Extent::word, false, false},
        {"Stripe key", {"sk_live_", "sk_test_", "rk_live_", "rk_test_"},
            "[sr]k_(?:live|test)_[A-Za-z0-9]{16,}"},
        {"Stripe webhook secret", {"whsec_"}, "whsec_[A-Za-z0-9+/=]{24,}"},
        {"SendGrid key", {"SG."}, "SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}"},
        {"Shopify token", {"shpat_", "shpss_", "shpca_"}, "shp(?:at|ss|ca)_[a-fA-F0-9]{32}"},
    };
}

static std::vector<SecretShape> of_formats()
{
    return {
        {"JSON web token", {"eyJ"}, "eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*"},
        {"private key", {"-----BEGIN "},
            "-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:(?:[A-Za-z0-9+/=\\s\\\\:,.]|-[A-Za-z0-9])*?"
            "-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|(?:[\\s\\\\nr]*[A-Za-z0-9+/=]{16,})+)",
            Extent::block, false, false},
        {"password in a URL", {"://"}, "://[^\\s/?#:@\"'<>`\\\\]*:([^\\s/?#@\"'<>`\\\\${}]+)@", Extent::word,
            false, false},
        {"bearer token", {"bearer "}, "(?i)bearer {1,4}([A-Za-z0-9._~+/-]{16,}=*)", Extent::line, true, true,
            true},
        {"basic credentials", {"authorization"},
            "(?i)authorization\\\\{0,8}[\"']?: {0,4}\\\\{0,8}[\"']?basic {1,4}([A-Za-z0-9+/]{6,}={0,2})",
            Extent::line, true, false},
        {"token in Authorization", {"authorization"},
            "(?i)authorization\\\\{0,8}[\"']?: {0,4}\\\\{0,8}[\"']?(?:token|apikey|api-key|key) "
            "{1,4}(?:token=)?\\\\{0,8}[\"']?([A-Za-z0-9._~+/-]{8,}={0,2})",
            Extent::line, true, false, true},
    };
}

// NAME: value, of which the value has a character of the class `mark`, not as its first one where that is no digit.
static std::string setting(const std::string& mark)
{
    static const std::string other = "[^\\s\"'\\\\;,&|`(){}<>\\[\\]$]";
    static const std::string first = "[^\\s\"'\\\\;,&|`(){}<>\\[\\]$%*!#:=@?]";
    return "(?i)[a-z_-]+:[ \\t]{1,8}((?:" + first + other + "{0,255}?" + mark + "|[0-9])" + other
        + "{0,255})[ \\t]{0,8}(?:#[^\\n]{0,80})?(?:\\r?\\n|\\\\{1,4}[rn]|\\\\{0,8}[\"']|\\z)";
}

// Four or five characters, of which one is no letter.
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

// KEY=value: what a name must end with. In the manner of an environment nearly all that stands behind the equals
// sign is a secret, in quotes also with blanks; in any other it must be quoted, or look like one.
static std::vector<SecretShape> of_assignments()
{
    static const std::vector<std::string> names {"PASSWORD=", "PASSWD=", "PASSPHRASE=", "SECRET=", "TOKEN=",
        "API_KEY=", "APIKEY=", "ACCESS_KEY=", "SECRET_KEY=", "PRIVATE_KEY=", "AUTH_KEY=", "_PASS="};
    return {
        {"variable", names,
            "[A-Z_]+=\\\\{0,8}[\"']?([^\\s\"'\\\\$({<%&|;,`=\\[*][^\\s\"'\\\\;&|`(){}<>\\[\\]]{5,255})"
            "(?:[\\s\"'\\\\;&|]|\\z)",
            Extent::line, false, false},
        {"short password", {"PASSWORD=", "PASSWD=", "PASSPHRASE=", "_PASS=", "_PWD="},
            "[A-Z_]+=\\\\{0,8}[\"']?" + short_word() + "(?:[\\s\"'\\\\;&|]|\\z)", Extent::line, false, false},
        // Most variables of this name have a path.
        {"PWD variable", {"_PWD="},
            "_PWD=\\\\{0,8}[\"']?([^\\s\"'\\\\$({<%&|;,`=\\[*/.~][^\\s\"'\\\\;&|`(){}<>\\[\\]/"
            "]{5,255})(?:[\\s\"'\\\\;&|]|\\z)",
            Extent::line, false, false},
        {"quoted variable", names,
            "[A-Z_]+=\\\\{0,8}(?:\"([^\\s\"'\\\\$({<%&|;,`=\\[*+.:)\\]}?>][^\\n\"\\\\`(){}<>]{5,255})\\\\{0,"
            "8}\""
            "|'([^\\s\"'\\\\$({<%&|;,`=\\[*+.:)\\]}?>][^\\n'\\\\`(){}<>]{5,255})\\\\{0,8}')",
            Extent::line, false, false},
        // A line of YAML, or of a text that says one: the value is the rest of the line, and no word.
        {"password setting", {"password:", "passwd:", "passphrase:"}, setting("[0-9!@#%^*+~?-]"),
            Extent::line, true, false},
        {"setting",
            {"secret:", "token:", "api_key:", "apikey:", "api-key:", "access_key:", "secret_key:",
                "private_key:", "auth_key:"},
            setting("[0-9]"), Extent::line, true, false, true},
        {"assignment",
            {"password", "passwd", "passphrase", "secret", "token", "api_key", "apikey", "api-key",
                "access_key", "accesskey", "secret_key", "private_key", "auth_key"},
            "(?i)(?:password|passwd|passphrase|secret|token|api[_-]?key|access_?key|private_key|auth_key)"
            "(?:[_-]?(?:access)?[_-]?key)?(?:"
            "\\\\{0,8}[\"']?[ \\t]{0,8}(?:=|:|=>|:=)[ "
            "\\t]{0,8}\\\\{0,8}[\"']([^\\s\"'\\\\$({<%`][^\\s\"'\\\\<>(){}$]{5,255})"
            "\\\\{0,8}[\"']"
            "|=([A-Za-z0-9+/_~!@#%^*-]{8,255}=*)(?:[\\s&;\"'\\\\]|\\z))",
            Extent::line, true, false, true},
    };
}

const std::vector<SecretShape>& secret_shapes()
{
    static const std::vector<SecretShape> shapes = [] {
        std::vector<SecretShape> all;
        for (auto* some : {of_clouds, of_forges, of_models, of_services, of_formats, of_assignments})
            for (auto& shape : some())
                all.push_back(std::move(shape));
        return all;
    }();
    return shapes;
}

bool is_open_block(std::string_view block)
{
    static constexpr std::size_t opening = 11; // of "-----BEGIN "
    const std::size_t head = block.find("-----", opening);
    if (head == std::string_view::npos)
        return block.find('\n') == std::string_view::npos;
    if (block.substr(0, head).find("PRIVATE KEY") == std::string_view::npos)
        return false;
    const std::size_t end = block.find("-----END ", head);
    return end == std::string_view::npos || block.find("-----", end + opening) == std::string_view::npos;
}

void TextEnd::add(std::string_view piece, std::size_t at)
{
    static constexpr std::string_view blanks = " \t\n\f\r"; // what \s is in patterns
    if (const std::size_t last = piece.find_last_of(blanks); last != std::string_view::npos)
        word = at + last + 1;
    if (const std::size_t last = piece.rfind('\n'); last != std::string_view::npos)
        line = at + last + 1;
}

bool may_begin(const SecretShape& shape, std::string_view text, std::size_t at)
{
    if (!shape.needs_start || at == 0)
        return true;
    const char before = text[at - 1];
    if (before == '-') // of a diff; else it is a part of a longer name
        return at == 1 || text[at - 2] == '\n';
    if (!is_alphanumeric(before) && before != '_')
        return true;
    // An n that belongs to a line break in JSON is no letter.
    return at > 1 && text[at - 2] == '\\' && std::string_view("nrt").find(before) != std::string_view::npos;
}

bool has_digit_and_letter(std::string_view text)
{
    const auto is = [&](int (*kind)(int)) {
        return std::any_of(
            text.begin(), text.end(), [&](char c) { return kind(static_cast<unsigned char>(c)) != 0; });
    };
    return is([](int c) { return std::isdigit(c); }) && is([](int c) { return std::isalpha(c); });
}
