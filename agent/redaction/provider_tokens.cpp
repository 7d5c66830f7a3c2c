#include "agent/redaction/provider_tokens.hpp"

#include "agent/redaction/command_secrets.hpp"
#include "agent/redaction/named_values.hpp"
#include "agent/redaction/secret_settings.hpp"
#include "agent/redaction/server_settings.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace agent::redaction {

using namespace toolkit;

static bool is_alphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

static std::vector<SecretShape> of_formats()
{
    return {
        {"JSON web token", {"eyJ", "eyA", "ewo"},
            "e(?:yJ|yA|wo)[A-Za-z0-9_-]{8,}\\.e[yw][A-Za-z0-9_/-]{8,}\\.[A-Za-z0-9_/-]*={0,2}"},
        {"JSON web token in base64", {"ZXlK"}, "ZXlK[A-Za-z0-9+/_-]{40,}={0,2}"},
        {"private key", {"-----BEGIN "},
            "-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: "
            "BLOCK)?-----(?:(?:[A-Za-z0-9+/=\\s\\\\:,.>]|-[A-Za-z0-9])*?"
            "[A-Za-z0-9+/=]{16}(?:[A-Za-z0-9+/=\\s\\\\:,.>]|-[A-Za-z0-9])*?"
            "-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|"
            "(?:[\\s\\\\nr>]*(?:Proc-Type|DEK-Info): "
            "[A-Z0-9,-]{1,80}){0,2}(?:[\\s\\\\nr>]*[A-Za-z0-9+/=]{16,})+)",
            MatchScope::block, false, false},
        {"password in a URL", {"://", ":\\/\\/"},
            ":(?:\\\\{0,8}/){2}[^\\s/?#:@\"'<>`\\\\]*:([^\\s/?#\"'<>`\\\\${}]+)@", MatchScope::word,
            false, false, Likeness::chosen},
        {"bearer token", {"bearer "}, "(?i)bearer {1,4}([A-Za-z0-9._~+/-]{16,}=*)",
            MatchScope::line, true, true, Likeness::key},
        {"basic credentials", {"authorization"},
            "(?i)authorization\\\\{0,8}[\"']?: {0,4}\\\\{0,8}[\"']?basic "
            "{1,4}([A-Za-z0-9+/]{6,}={0,2})",
            MatchScope::line, true, false},
        {"token in Authorization", {"authorization"},
            "(?i)authorization\\\\{0,8}[\"']?: "
            "{0,4}\\\\{0,8}[\"']?(?:token|apikey|api-key|key|bearer) "
            "{1,4}(?:token=)?\\\\{0,8}[\"']?([A-Za-z0-9._~+/-]{8,}={0,2})",
            MatchScope::line, true, false, Likeness::key},
    };
}

const std::vector<SecretShape>& secret_shapes()
{
    static const std::vector<SecretShape> shapes = [] {
        std::vector<SecretShape> all;
        for (auto* some : {tokens_of_clouds, tokens_of_forges, tokens_of_models, tokens_of_builders,
                 tokens_of_services, tokens_of_payments, of_formats, assignments, generated_values,
                 settings_of_files, settings_of_servers, secrets_in_commands})
            for (auto& shape : some())
                all.push_back(std::move(shape));
        return all;
    }();
    return shapes;
}

bool is_open_quote(std::string_view assignment)
{
    if (assignment.size() >= max_quoted)
        return false;
    const std::size_t quote = assignment.find('=') + 1;
    if (quote == assignment.size())
        return true;
    if (assignment[quote] != '"' && assignment[quote] != '\'')
        return false;
    return assignment.find_first_of(" \t\\$(){}<>`\"'", quote + 1) == std::string_view::npos;
}

bool is_open_block(std::string_view block)
{
    static constexpr std::size_t opening = 11; // the size of "-----BEGIN "
    const std::size_t head = block.find("-----", opening);
    if (head == std::string_view::npos)
        return block.find('\n') == std::string_view::npos;
    if (block.substr(0, head).find("PRIVATE KEY") == std::string_view::npos)
        return false;
    const std::size_t end = block.find("-----END ", head);
    return end == std::string_view::npos
        || block.find("-----", end + opening) == std::string_view::npos;
}

void TextEnd::add(std::string_view piece, std::size_t at)
{
    static constexpr std::string_view whitespace = " \t\n\f\r"; // the characters of \s in patterns
    if (const std::size_t last = piece.find_last_of(whitespace); last != std::string_view::npos)
        word = at + last + 1;
    const std::size_t last = piece.rfind('\n');
    if (last == std::string_view::npos)
        return;
    const std::size_t before = last == 0 ? std::string_view::npos : piece.rfind('\n', last - 1);
    line_before = before == std::string_view::npos ? line : at + before + 1;
    line = at + last + 1;
}

bool may_begin(const SecretShape& shape, std::string_view text, std::size_t at)
{
    if (!shape.needs_start || at == 0)
        return true;
    const char before = text[at - 1];
    if (before == '-') // mark of a diff; otherwise part of a longer name
        return at == 1 || text[at - 2] == '\n';
    if (!is_alphanumeric(before) && before != '_')
        return true;
    // The n of an escaped newline in JSON is not a letter.
    return at > 1 && text[at - 2] == '\\'
        && std::string_view("nrt").find(before) != std::string_view::npos;
}

bool has_digit_and_letter(std::string_view text)
{
    const auto is = [&](int (*kind)(int)) {
        return std::any_of(text.begin(), text.end(),
            [&](char c) { return kind(static_cast<unsigned char>(c)) != 0; });
    };
    return is([](int c) { return std::isdigit(c); }) && is([](int c) { return std::isalpha(c); });
}

// Returns the number of runs of letters and of digits. Signs are skipped and do not end a run.
static int parts_of(std::string_view secret)
{
    int parts = 0;
    char last = ' '; // 'a' for a letter, '0' for a digit
    for (const char c : secret) {
        if (!is_alphanumeric(c))
            continue;
        const char kind = c >= '0' && c <= '9' ? '0' : 'a';
        parts += kind == last ? 0 : 1;
        last = kind;
    }
    return parts;
}

static bool is_mixed(std::string_view secret) { return parts_of(secret) >= 3; }

// Identifiers in programs have fewer runs between two signs: sha256, utf8ToUtf16, v2_key1.
static bool is_generated(std::string_view secret)
{
    static constexpr std::size_t shortest = 10;
    static constexpr int least_parts = 5;
    while (!secret.empty()) {
        const auto end = std::find_if_not(secret.begin(), secret.end(), is_alphanumeric);
        const std::string_view word(secret.begin(), end);
        if (word.size() >= shortest && parts_of(word) >= least_parts)
            return true;
        secret.remove_prefix(std::min(word.size() + 1, secret.size()));
    }
    return false;
}

// True for a number like 0x10100 in a program; keys have more digits.
static bool is_short_hexadecimal(std::string_view text)
{
    static constexpr std::size_t longest = 18;
    return text.starts_with("0x") && text.size() <= longest
        && text.find_first_not_of("0123456789abcdefABCDEF,", 2) == std::string_view::npos;
}

static bool is_pair(std::string_view secret)
{
    const auto decoded = text::base64_decode(secret);
    return decoded && decoded->find(':') != std::string::npos
        && std::all_of(
            decoded->begin(), decoded->end(), [](unsigned char c) { return std::isprint(c) != 0; });
}

bool looks_like(std::string_view secret, Likeness likeness)
{
    static constexpr std::size_t shortest_token = 10; // longer than a word with a number after it
    std::string decoded;
    if (secret.find('%') != std::string_view::npos)
        decoded = text::percent_decoded(secret);
    const std::string_view plain = decoded.empty() ? secret : std::string_view(decoded);
    switch (likeness) {
    case Likeness::any: return true;
    case Likeness::chosen: {
        const std::string word = text::in_lower_case(secret);
        return word != "password" && word != "passwd" && word != "pass"
            && !word.starts_with("&lt;");
    }
    case Likeness::variable: return !is_short_hexadecimal(secret);
    case Likeness::key: return has_digit_and_letter(plain);
    case Likeness::mixed: return is_mixed(plain);
    case Likeness::generated: return is_generated(plain);
    case Likeness::pair: return is_pair(plain);
    case Likeness::token:
        return has_digit_and_letter(plain) && (secret.size() >= shortest_token || is_mixed(plain));
    }
    return true;
}

bool is_published_example(std::string_view secret)
{
    // RFC 5849, 6749, 6750 and 7009
    static constexpr std::array<std::string_view, 9> examples {"2YotnFZFEjr1zCsicMWpAA",
        "tGzv3JOkF0XG5Qx2TlKWIA", "SlAV32hkKG", "SplxlOBeZQQYbYS6WxSbIA",
        "czZCaGRSa3F0MzpnWDFmQmF0M2JW", "45ghiukldjahdnhzdauz", "mF_9.B5f-4.1JqM",
        "ad180jjd733klru7", "h480djs93hd8"};
    return std::find(examples.begin(), examples.end(), secret) != examples.end();
}

// The defaults of a shape: the anchors' exact case, and no letter or digit before it.
static constexpr bool exact = false;
static constexpr bool alone = true;

// Returns the text with each hexadecimal digit after it: anchors must have at least three bytes.
static std::vector<std::string> with_hexadecimal_digits(const std::string& text)
{
    std::vector<std::string> texts;
    for (const char digit : std::string("0123456789abcdefABCDEF"))
        texts.push_back(text + digit);
    return texts;
}

// Returns the first three characters that the base64 of a decimal number can have. A Discord token
// begins with that of the bot's id.
static std::vector<std::string> beginnings_of_numbers_in_base64()
{
    std::vector<std::string> texts;
    for (const char* first : {"MD", "MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"})
        for (const char third : std::string("AEIMQUYcgk"))
            texts.push_back(first + std::string(1, third));
    return texts;
}

std::vector<SecretShape> tokens_of_clouds()
{
    return {
        {"AWS access key", {"AKIA", "ASIA", "ABIA", "ACCA", "A3T"},
            "(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z2-7]{16}\\b"},
        {"AWS credentials", {"secret_access_key", "aws_session_token"},
            "(?i)(?:secret_access_key|aws_session_token)[ \\t]{0,8}[= \\t][ "
            "\\t]{0,8}([A-Za-z0-9/+]{16,}={0,2})(?:[\\s\"'\\\\;&]|\\z)",
            MatchScope::line, true, !alone, Likeness::key},
        {"AWS Bedrock key", {"ABSK"}, "ABSK[A-Za-z0-9+/]{80,}={0,2}"},
        {"AWS Bedrock session key", {"bedrock-api-key-"},
            "bedrock-api-key-[A-Za-z0-9+/]{20,}={0,2}"},
        {"Alibaba access key", {"LTAI"}, "LTAI[A-Za-z0-9]{20}\\b", MatchScope::word, exact, alone,
            Likeness::key},
        {"Google API key", {"AIza"}, "AIza[0-9A-Za-z_-]{35}"},
        {"Google OAuth token", {"ya29."}, "ya29\\.[0-9A-Za-z_-]{20,}"},
        {"Google client secret", {"GOCSPX-"}, "GOCSPX-[0-9A-Za-z_-]{28}"},
        {"Google refresh token", {"1//0"}, "1//0[A-Za-z0-9_-]{40,}", MatchScope::word, exact, alone,
            Likeness::key},
        // Three arbitrary characters precede the anchor.
        {"Azure client secret",
            {"0Q~", "1Q~", "2Q~", "3Q~", "4Q~", "5Q~", "6Q~", "7Q~", "8Q~", "9Q~"},
            "[0-9]Q~[A-Za-z0-9_~.-]{31,34}", MatchScope::word, exact, !alone},
        {"Azure storage key", {"AccountKey="}, "AccountKey=([A-Za-z0-9+/]{86}==)"},
        {"DigitalOcean token", {"dop_v1_", "doo_v1_", "dor_v1_"}, "do[por]_v1_[a-f0-9]{64}"},
        {"Cloudflare origin key", {"v1.0-"}, "v1\\.0-[a-f0-9]{24}-[a-f0-9]{140,}"},
        {"Fly token", {"fo1_", "fm1a_", "fm1r_", "fm2_"},
            "f(?:o1|m1[ar]|m2)_[A-Za-z0-9+/_-]{40,}={0,3}"},
        {"Heroku key", {"HRKU-AA"}, "HRKU-AA[0-9A-Za-z_-]{50,}"},
        {"Scalingo token", {"tk-us-"}, "tk-us-[A-Za-z0-9_-]{40,}", MatchScope::word, exact, alone,
            Likeness::key},
        {"Databricks token", {"dapi"}, "dapi[a-f0-9]{32}(?:-[0-9])?\\b"},
        {"PlanetScale token", {"pscale_pw_", "pscale_tkn_", "pscale_oauth_"},
            "pscale_(?:pw|tkn|oauth)_[A-Za-z0-9_=.-]{30,}"},
        {"Supabase token", {"sbp_"}, "sbp_[a-f0-9]{40}"},
        {"ClickHouse key", {"4b1d"}, "4b1d[A-Za-z0-9]{38}\\b"},
        {"OpenShift token", {"sha256~"}, "sha256~[A-Za-z0-9_-]{40,}"},
        {"Tailscale key", {"tskey-"}, "tskey-[a-z]{3,12}-[A-Za-z0-9-]{16,}", MatchScope::word,
            exact, alone, Likeness::key},
    };
}

std::vector<SecretShape> tokens_of_forges()
{
    return {
        {"GitHub token", {"ghp_", "gho_", "ghu_", "ghs_", "ghr_"}, "gh[pousr]_[A-Za-z0-9]{36,}"},
        {"GitHub fine-grained token", {"github_pat_"}, "github_pat_[A-Za-z0-9_]{22,}"},
        {"GitLab token",
            {"glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glffct-", "glft-", "glimt-",
                "glagent-", "gloas-", "glsoat-"},
            "gl(?:pat|dt|rt|cbt|ptt|ffct|ft|imt|agent|oas|soat)-[A-Za-z0-9_.-]{20,}"},
        {"GitLab runner token", {"GR1348941"}, "GR1348941[A-Za-z0-9_-]{20,}"},
        {"Atlassian token", {"ATATT3", "ATCTT3"}, "AT[AC]TT3[A-Za-z0-9_=-]{20,}"},
        {"Bitbucket token", {"ATBB"}, "ATBB[A-Za-z0-9]{28,}", MatchScope::word, exact, alone,
            Likeness::key},
        {"npm token", {"npm_"}, "npm_[A-Za-z0-9]{36}"},
        {"PyPI token", {"pypi-"}, "pypi-[A-Za-z0-9_-]{50,}"},
        {"RubyGems token", {"rubygems_"}, "rubygems_[a-f0-9]{48}"},
        {"Clojars token", {"CLOJARS_"}, "(?i)CLOJARS_[a-z0-9]{60}", MatchScope::word, true},
        {"Docker token", {"dckr_pat_"}, "dckr_pat_[A-Za-z0-9_-]{20,}"},
        {"Artifactory key", {"AKCp"}, "AKCp[A-Za-z0-9]{69}\\b"},
        {"Artifactory reference token", {"cmVmd"}, "cmVmd[A-Za-z0-9]{59}\\b"},
        {"Sourcegraph token", {"sgp_"}, "sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}"},
        {"Figma token", {"figd_"}, "figd_[A-Za-z0-9_-]{30,}", MatchScope::word, exact, alone,
            Likeness::key},
    };
}

std::vector<SecretShape> tokens_of_models()
{
    return {
        {"key of a model provider", {"sk-"}, "sk-[A-Za-z0-9_-]{20,}", MatchScope::word, exact,
            alone, Likeness::key},
        {"Hugging Face token", {"hf_"}, "hf_[A-Za-z0-9]{30,}"},
        {"Hugging Face organization token", {"api_org_"}, "api_org_[A-Za-z]{30,}"},
        {"Groq key", {"gsk_"}, "gsk_[A-Za-z0-9]{30,}"},
        {"xAI key", {"xai-"}, "xai-[A-Za-z0-9]{40,}"},
        {"Replicate token", {"r8_"}, "r8_[A-Za-z0-9]{30,}"},
        {"Perplexity key", {"pplx-"}, "pplx-[A-Za-z0-9]{32,}"},
        {"NVIDIA key", {"nvapi-"}, "nvapi-[A-Za-z0-9_-]{40,}"},
    };
}

// Returns the tokens of services that build, deploy and monitor programs, and store their secrets.
std::vector<SecretShape> tokens_of_builders()
{
    return {
        {"Vault token", {"hvs.", "hvb."}, "hv[sb]\\.[A-Za-z0-9_-]{24,}"},
        // Fourteen characters precede the anchor.
        {"Terraform token", {".atlasv1."}, "\\.atlasv1\\.[A-Za-z0-9_=-]{60,}", MatchScope::word,
            exact, !alone},
        {"1Password token", {"ops_eyJ"}, "ops_eyJ[A-Za-z0-9+/]{200,}={0,3}"},
        {"1Password secret key", {"A3-"},
            "A3-[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\\b"},
        {"age key", {"AGE-SECRET-KEY-1"}, "AGE-SECRET-KEY-1[A-Z0-9]{58}"},
        // The parts before the anchor identify the owner.
        {"Authress key", {".acc_", ".acc-"}, "\\.acc[_-][a-z0-9-]{10,32}\\.[A-Za-z0-9+/_=-]{30,}",
            MatchScope::word, exact, !alone},
        {"Doppler token", {"dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."},
            "dp\\.[a-z]{2,5}\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,}"},
        {"Harness key", {"pat.", "sat."},
            "[ps]at\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}"},
        {"Pulumi token", {"pul-"}, "pul-[a-f0-9]{40}"},
        {"Prefect token", {"pnu_"}, "pnu_[A-Za-z0-9]{36}"},
        {"Infracost key", {"ico-"}, "ico-[A-Za-z0-9]{32}\\b", MatchScope::word, exact, alone,
            Likeness::key},
        {"Octopus key", {"API-"}, "API-[A-Z0-9]{26}\\b", MatchScope::word, exact, alone,
            Likeness::key},
        {"Postman key", {"PMAK-"}, "PMAK-[a-fA-F0-9]{24}-[a-fA-F0-9]{34}"},
        {"Grafana key", {"eyJrIjoi"}, "eyJrIjoi[A-Za-z0-9]{50,}={0,3}"},
        {"Grafana token", {"glc_", "glsa_"}, "gl(?:c|sa)_[A-Za-z0-9+/_]{32,}={0,3}"},
        {"Sentry token", {"sntrys_", "sntryu_"},
            "sntry(?:s_eyJ[A-Za-z0-9+/=_]{60,}|u_[a-f0-9]{64})"},
        {"Dynatrace token", {"dt0c01.", "dt0s01."},
            "dt0[cs]01\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{64}"},
        {"PostHog key", {"phx_"}, "phx_[A-Za-z0-9]{40,}"},
        {"SettleMint token", {"sm_pat_", "sm_aat_", "sm_sat_"}, "sm_[pas]at_[A-Za-z0-9]{16,}",
            MatchScope::word, exact, alone, Likeness::key},
        {"Defined Networking key", {"dnkey-"}, "dnkey-[A-Za-z0-9=_-]{60,}"},
        {"42 secret", {"s-s4t2ud-", "s-s4t2af-"}, "s-s4t2(?:ud|af)-[a-fA-F0-9]{64}"},
        {"NuGet key", {"oy2"}, "oy2[a-z0-9]{43}\\b", MatchScope::word, exact, alone, Likeness::key},
    };
}

std::vector<SecretShape> tokens_of_services()
{
    return {
        {"Slack token", {"xoxa-", "xoxb-", "xoxe-", "xoxp-", "xoxr-", "xoxs-", "xoxo-", "xoxe.xox"},
            "(?i)xox(?:[abeprs]-|e\\.xox[bp]-|o-[0-9])[A-Za-z0-9-]{10,}", MatchScope::word, true,
            alone, Likeness::key},
        {"Slack app token", {"xapp-"}, "(?i)xapp-[0-9]-[A-Z0-9]+-[0-9]+-[a-z0-9]+",
            MatchScope::word, true},
        {"Slack webhook", {"hooks.slack.com/"},
            "hooks\\.slack\\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/]{20,})",
            MatchScope::word, exact, !alone},
        {"Teams webhook", {".webhook.office.com/"},
            "\\.webhook\\.office\\.com/(webhookb2/[A-Za-z0-9@/-]{40,})", MatchScope::word, exact,
            !alone},
        {"Discord webhook", {"/webhooks/"}, "/webhooks/[0-9]{16,20}/([A-Za-z0-9_-]{40,})",
            MatchScope::word, exact, !alone},
        {"Discord token", beginnings_of_numbers_in_base64(),
            "(?:[MNO][DTjz][AEIMQUYcgk][0-5w-z]){5}[A-Za-z0-9]{2,6}\\.[A-Za-z0-9_-]{6,7}\\."
            "[A-Za-z0-9_-]{27,40}"},
        // The id of the bot precedes the anchor.
        {"Telegram token", {":AA"}, ":(AA[A-Za-z0-9_-]{32,34})(?:[^A-Za-z0-9_-]|\\z)",
            MatchScope::word, exact, !alone, Likeness::key},
        {"Mailgun key", {"key-"}, "key-[a-f0-9]{32}\\b"},
        {"SendGrid key", {"SG."},
            "SG\\.(?:[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}|[A-Za-z0-9_=.-]{66})"},
        {"Brevo key", {"xkeysib-", "xsmtpsib-"}, "x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}"},
        {"Twilio key", with_hexadecimal_digits("SK"), "SK[0-9a-fA-F]{32}\\b"},
        {"Notion token", {"ntn_", "secret_"}, "(?:ntn_|secret_)[A-Za-z0-9]{43,46}\\b",
            MatchScope::word, exact, alone, Likeness::key},
        {"Linear key", {"lin_api_", "lin_oauth_"}, "lin_(?:api|oauth)_[A-Za-z0-9]{40,}"},
        {"Adobe secret", {"p8e-"}, "p8e-[A-Za-z0-9]{32}\\b"},
        {"Frame.io token", {"fio-u-"}, "fio-u-[A-Za-z0-9_=-]{60,}"},
        {"ReadMe token", {"rdme_"}, "rdme_[A-Za-z0-9]{70}"},
        {"Mapbox token", {"pk.", "sk."}, "[ps]k\\.[A-Za-z0-9]{60,}\\.[A-Za-z0-9_-]{22}",
            MatchScope::word, exact, alone, Likeness::key},
        // Base64 may contain these letters, too.
        {"Facebook token", {"EAAM", "EAAC", "EAAB", "EAAG"},
            "(EAA[BCGM][A-Za-z0-9]{60,})(?:[^A-Za-z0-9+/=]|\\z)", MatchScope::word, exact, alone,
            Likeness::mixed},
    };
}

std::vector<SecretShape> tokens_of_payments()
{
    return {
        {"Stripe key", {"sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"},
            "[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}", MatchScope::word, exact, alone,
            Likeness::key},
        {"Stripe webhook secret", {"whsec_"}, "whsec_[A-Za-z0-9+/=]{24,}"},
        {"Shopify token", {"shpat_", "shpss_", "shpca_", "shppa_"},
            "shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}"},
        {"Square token", {"EAAA", "sq0atp-", "sq0csp-"},
            "(EAAA[A-Za-z0-9_-]{22,60}|sq0[ac][ts]p-[A-Za-z0-9_-]{22,})(?:[^A-Za-z0-9+/=_-]|\\z)",
            MatchScope::word, exact, alone, Likeness::mixed},
        {"Shippo token", {"shippo_live_", "shippo_test_"}, "shippo_(?:live|test)_[a-fA-F0-9]{40}"},
        {"EasyPost key", {"EZAK", "EZTK"}, "EZ[AT]K[A-Za-z0-9]{54}"},
        {"Duffel token", {"duffel_live_", "duffel_test_"},
            "duffel_(?:live|test)_[A-Za-z0-9_=-]{40,}"},
        {"Flutterwave key", {"FLWPUBK_TEST-", "FLWSECK_TEST-", "FLWPUBK-", "FLWSECK-"},
            "FLW(?:PUB|SEC)K(?:_TEST)?-[A-Za-z0-9]{12,32}(?:-X)?"},
    };
}

}
