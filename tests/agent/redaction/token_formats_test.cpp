#include "catch.hpp"

#include "agent/redaction/escaped_forms.hpp"
#include "agent/redaction/provider_tokens.hpp"
#include "agent/redaction/redaction.hpp"
#include "secret_examples.hpp"

#include <algorithm>
#include <map>
#include <vector>

using namespace agent::redaction;

static std::map<std::string, Examples> tokens()
{
    const std::string web_token = "eyJ" + random(20) + ".eyJ" + random(30) + "." + random(43);
    return {
        {"AWS access key",
            {{"AKIAIOSFODNN7EXAMPLE", "ASIAIOSFODNN7EXAMPLE"},
                {"AKIA", "AKIAshort", "AKIAIOSFODNN7EXAMPLEXX"}}},
        {"Google API key", {{"AIza" + random(35)}, {"AIza" + random(20)}}},
        {"Google OAuth token", {{"ya29." + random(40)}, {"ya29.short"}}},
        {"Google client secret", {{"GOCSPX-" + random(28)}, {"GOCSPX-" + random(9)}}},
        {"Google refresh token", {{"1//0g" + random(90)}, {"1//0", "http://h1//0g"}}},
        {"Bitbucket token", {{"ATBB" + random(32)}, {"ATBB", "ATBBshort"}}},
        {"DigitalOcean token", {{"dop_v1_" + hexadecimal(64)}, {"dop_v1_" + hexadecimal(20)}}},
        {"Vault token", {{"hvs." + random(30)}, {"hvs.h", "hvs.path"}}},
        {"Databricks token", {{"dapi" + hexadecimal(32)}, {"dapi_call", "dapi" + hexadecimal(31)}}},
        {"GitHub token",
            {{"ghp_" + random(36), "ghs_" + random(36), "gho_" + random(40)},
                {"ghp_short", "ghp_" + random(20)}}},
        {"GitHub fine-grained token",
            {{"github_pat_" + random(60)}, {"github_pat_", "github_pat_x"}}},
        {"GitLab token",
            {{"glpat-" + random(20), "glrt-" + random(20)}, {"glpat-x", "glptt-none"}}},
        {"Atlassian token", {{"ATATT3" + random(40)}, {"ATATT3"}}},
        {"npm token", {{"npm_" + random(36)}, {"npm_config_cache", "npm_lifecycle_event"}}},
        {"PyPI token", {{"pypi-" + random(60)}, {"pypi-server", "pypi-publish-action"}}},
        {"Docker token", {{"dckr_pat_" + random(27)}, {"dckr_pat_x"}}},
        {"key of a model provider",
            {{"sk-" + random(48), "sk-proj-" + random(60), "sk-ant-api03-" + random(60)},
                {"sk-", "sk-circle-fade-dot-animation", "task-list-of-things-to-do-2026-11",
                    "risk-1234567890123456789012"}}},
        {"Hugging Face token", {{"hf_" + random(34)}, {"hf_hub_download", "shelf_" + random(34)}}},
        {"Groq key", {{"gsk_" + random(52)}, {"gsk_short"}}},
        {"xAI key", {{"xai-" + random(80)}, {"xai-org"}}},
        {"Replicate token", {{"r8_" + random(37)}, {"r8_unorm"}}},
        {"Perplexity key", {{"pplx-" + random(48)}, {"pplx-api"}}},
        {"Slack token",
            {{"xoxb-" + random(40), "xoxp-1234567890-" + random(12)},
                {"xoxb-", "xoxo-hugs-and-kisses-1"}}},
        {"Stripe key",
            {{"sk_live_" + random(24), "rk_test_" + random(24)}, {"sk_live_", "sk_test_x"}}},
        {"Stripe webhook secret", {{"whsec_" + random(32)}, {"whsec_x"}}},
        {"SendGrid key",
            {{"SG." + random(22) + "." + random(43)},
                {"SG.x.y", "MSG.something.else.that.is.long.enough"}}},
        {"Shopify token", {{"shpat_" + hexadecimal(32)}, {"shpat_" + hexadecimal(8)}}},
        {"JSON web token", {{web_token}, {"eyJ" + random(20), "eyJhbGciOiJIUzI1NiJ9 alone"}}},
        {"private key",
            {{"-----BEGIN PRIVATE KEY-----\n" + random(64) + "\n" + random(30)
                     + "==\n-----END PRIVATE KEY-----",
                 "-----BEGIN RSA PRIVATE KEY-----\\n" + random(64)
                     + "\\n-----END RSA PRIVATE KEY-----",
                 "-----BEGIN OPENSSH PRIVATE KEY-----\n" + random(64) + "\n" + random(64)},
                {"-----BEGIN PUBLIC KEY-----\n" + random(64) + "\n-----END PUBLIC KEY-----",
                    "a file that begins with '-----BEGIN PRIVATE KEY-----' is one"}}},
    };
}

TEST_CASE("each shape is found, and what only looks a little like it is not")
{
    const Redaction redaction({});
    auto all = tokens();
    all.merge(tokens_of_providers());
    for (const auto& [name, examples] : all) {
        CAPTURE(name);
        for (const auto& secret : examples.secrets) {
            CHECK(redaction.redact(secret) == "[redacted]");
            CHECK(redaction.redact("<" + secret + ">") == "<[redacted]>");
            CHECK(redaction.redact("\\n" + secret + "\"") == "\\n[redacted]\"");
        }
        for (const auto& other : examples.others)
            CHECK(redaction.redact(other) == other);
    }
}

// A part of the text is the secret: it stands between « and ».
static std::vector<std::pair<std::string, std::string>> sentences()
{
    return {
        {"Azure storage key", "AccountName=x;AccountKey=«" + random(86) + "==»;EndpointSuffix=y"},
        {"Azure client secret", "AZURE_ID=x aB3«8Q~" + random(34) + "», q is 8Q~4"},
        {"token in Authorization",
            "Authorization: token «gho12345abcdef»\r\n-H \"authorization: ApiKey "
            "«abc123def456==»\""},
        {"token in Authorization",
            "Authorization: token authentication, Authorization: Token <token1>"},
        {"Slack webhook", "https://hooks.slack.com/services/«T0001/B0002/" + random(24) + "»"},
        {"password in a URL", "postgres://me:«s3cret»@db:5432/x"},
        {"password in a URL", "http://:«only-a-password»@host/"},
        {"password in a URL", "https://example.com/a:b@c, ssh://git@host:22, http://host:80/x@y"},
        {"password in a URL", "https://user:$PASSWORD@host, https://user:<password>@host"},
        {"bearer token", "Authorization: Bearer «" + random(30) + "»\r\n"},
        {"bearer token", "a bearer of good news, bearer authentication-is-needed"},
        {"basic credentials", "authorization: basic «dXNlcjpwYXNz1234»"},
        {"basic credentials", "some basic understanding, Basic Authentication1"},
        {"variable", "export DB_PASSWORD=«changeme»; OTHER=changeme"},
        {"variable", "DB_PASSWORD=«hunter2!$x9» DB_PASS=«secretword» PASSWORD=abc${d}"},
        {"short password", "PASSWORD=«12345» DB_PASS=«ab12» MYSQL_PWD=«a1b2c»"},
        {"short password", "PASSWORD=true PASSWORD=none MAX_TOKEN=1024 PASS=12345 DB_PASS=0"},
        {"PWD variable",
            "MYSQL_PWD=«secretword» OLD_PWD=/home/me1 BUILD_PWD=./x12345 PWD=secretword"},
        {"password setting",
            "db:\n  password: «hunter2»\n  db_password: «correct-horse» # x\r\n- Passphrase:  "
            "«12345»"},
        {"password setting",
            "password: String\npassword: Optional[str1]\npassword: hunter2 is old\npassword: "
            "${DB1}\n"
            "password: *anchor1\npassword: !vault1\n:type passphrase: :py:data:1\npassword: "
            "get(1)"},
        {"setting", "{\"content\":\"token: «abc123»\\nsecret: «a1b2c3»\"}\napi_key: «abc-123»"},
        {"setting", "token: Token\nsecret: 42,\ncase token: return1;\ntoken::token1\ntoken: 12345"},
        {"variable", "OPENAI_API_KEY='«abc123x»'"},
        {"variable", "PASSWORD=$OTHER TOKEN=${X} SECRET=$(pass show) API_KEY=<your key> TOKEN="},
        {"variable", "MAX_TOKENS=100000 TOKENIZERS_PARALLELISM=false KEYBOARD=german"},
        {"quoted variable", "DB_PASSWORD=\"«two words 9»\" OTHER=\"two words 9\""},
        {"variable of several lines",
            "PRIVATE_TOKEN=\"«Qx7Hunter22xyz\nRy8Hunter23xyz\n»\"\nX_PASSWORD='«abcdefgh\r\nx9»'"},
        {"variable of several lines", "A_TOKEN='a1\nb2\n' B_TOKEN=\"\nabcdefgh1\n\""},
        {"variable in single quotes", "A_SECRET='«two words 9»' x"},
        {"quoted variable",
            "\"PASSPHRASE='«correct horse battery»' AUTH_TOKEN=\\\"«two words»\\\" x\""},
        {"quoted variable",
            "TOKEN=\"$OTHER one\" SECRET=\"$(pass show x)\" API_KEY=\"<your key here>\" "
            "PASSWORD=\"\""},
        {"quoted variable",
            "{\"cmd\":\"echo TOKEN=\", \"then\":\"two words 9\"}, the \"PASSWORD=\" of 'two "
            "words'"},
        {"AWS credentials",
            "[default]\naws_secret_access_key = «wJalrXUtnFEMI/K7MDENG+bPxRfiCY»\n"
            "aws_session_token\t=  «"
                + random(500) + "==»\nregion = eu-central-1"},
        {"AWS credentials",
            "aws_secret_access_key = get_secret_of_account_1() or aws_session_token = "
            "os.environ[1]; "
            "aws_session_token = sessionTokenOfTheAccount, password = get_password(), a secret = "
            "any "
            "12345678"},
        {"assignment", R"({"password":"«hunter22»","user":"me"})"},
        {"assignment", R"({\"client_secret\": \"«hunter22x»\"})"},
        {"assignment", "password = '«correct1horse»'"},
        {"assignment", "https://host/x?token=«abcdef12345»&user=me"},
        {"assignment", "aws_secret_access_key=«wJalrXUtnFEMIK7MDENGbPxRfiCY»\n"},
        {"assignment",
            R"(password = get_password(1); token: Token2, "password": "string", password1 == password2)"},
        {"assignment",
            R"({"password":"«Zx9Kq2\\LmPw7»","a":{"password":"«Zx9Kq2<LmPw7>»"},"password":"«ab1\"Zx9Kq2LmPw7»"})"},
        {"assignment",
            R"({"password":"«Zx9Kq2{LmPw7}»"} {"password":"«Zx9Kq2'LmPw7»"} {"password":"«Zx9Kq2\"LmPw7»"})"},
        {"assignment",
            R"({\"password\":\"«Zx9Kq2\\\"LmPw7»\",\"user\":\"me\"} password = '«ab\\c1»' + x)"},
        {"assignment",
            R"("password":"a{name}X1" "password":"aB1${x}" secret="aB1<name>" password='aB1(x)' "secret":"x1 \"y")"},
        {"quoted variable",
            R"(DB_PASSWORD="«Zx9Kq2$LmPw7(»" DB_PASSWORD='«Zx9Kq2\\LmPw7»' TOKEN="«abc1\\d»")"},
        {"variable",
            R"(DB_PASSWORD=«Zx9Kq2\LmPw7» DB_PASSWORD=«Zx9Kq2»\n A_TOKEN=0x10100, API_KEY=«)"
                + hexadecimal(40) + "»"},
        {"password in a URL",
            R"(https://u:«p@Zx9Kq2LmPw7»@h/ {"u":"https:\/\/u:«Zx9Kq2LmPw7»@h\/x"})"},
        {"password in a URL",
            "http://user:pass@proxy.example.com/ https://[&lt;user&gt;[:&lt;password&gt;]@]host"},
        {"flag", "--password '«Zx9Kq2\\LmPw7»' --token \"«abcdef1'ghij»\" x"},
        {"assignment of a token",
            "token='MYTOKEN1' access_token=sdlfkj452 token = \"«a1b2c3»\" token='«abcdefghi1»'"},
        {"ini setting of a token", "auth_token = «a1b2c3d4e5»\nauth_token = abcdefgh12\n"},
        {"XML element", "<password>«Zx9Kq2&lt;LmPw7»</password> <secret>«Zx9Kq2\"LmPw7»</secret>"},
        {"SQL password",
            "identified by '«Zx9Kq2\\'LmPw7»' identified by '«Zx9Kq2LmPw7»' password '%s1abcdef'"},
        {"connection string", "Server=x;Pwd=«Zx9Kq2<LmPw7>»;Trusted=no;Pwd={password}1;"},
        {"cookie",
            "Set-Cookie: sid=«" + random(20) + "»; Path=/\ncookie: id=" + repeated_to(20, "word")},
        {"token in Authorization", "Authorization: Bearer «Zx9Kq2LmPw7a»"},
        {"private key",
            "«-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: "
            "AES-128-CBC,8A1F\n\n"
                + random(64) + "\n" + random(64) + "»\n"},
        {"private key",
            "> «-----BEGIN RSA PRIVATE KEY-----\n> " + random(64) + "\n> " + random(30)
                + "\n> -----END RSA PRIVATE KEY-----»\n"},
        {"published examples",
            "\"access_token\":\"2YotnFZFEjr1zCsicMWpAA\" Authorization: Basic "
            "czZCaGRSa3F0MzpnWDFmQmF0M2JW"},
        {"assignment", "oauth_token_secret=secret%3Dpassword&oauth_token=lock%26key"},
        {"private key",
            "key=\"-----BEGIN PRIVATE KEY-----\\nXXXX\\nXXXX\\n-----END PRIVATE KEY-----\""},
        {"assignment", "if (token=next_token()) secret := \"value\"; token='a b c d 1 2'"},
    };
}

TEST_CASE("of a sentence only the secret is taken")
{
    const Redaction redaction({});
    auto all = sentences();
    for (const auto& place : secrets_at_their_places())
        all.push_back(place);
    for (auto [name, sentence] : all) {
        CAPTURE(name, sentence);
        std::string plain = sentence;
        std::string expected = sentence;
        for (std::size_t begin = 0; (begin = expected.find("«")) != std::string::npos;)
            expected.replace(begin, expected.find("»") + 2 - begin, "[redacted]");
        for (const std::string mark : {"«", "»"})
            for (std::size_t at = 0; (at = plain.find(mark)) != std::string::npos;)
                plain.erase(at, mark.size());
        CHECK(redaction.redact(plain) == expected);
    }
}

TEST_CASE("every shape has an example of what it takes and of what it leaves")
{
    for (const auto& shape : secret_shapes()) {
        CAPTURE(shape.name);
        const auto is_named = [&](const auto& line) { return line.first == shape.name; };
        const auto has_one
            = [&](const auto& lines) { return std::any_of(lines.begin(), lines.end(), is_named); };
        CHECK((has_one(tokens()) || has_one(tokens_of_providers()) || has_one(sentences())
            || has_one(secrets_at_their_places())));
    }
}

TEST_CASE("a value is found however it is written")
{
    const std::string value = "pa ss/w+rd=ü?\"x";
    const Redaction redaction({{value}, {}, Shapes::none});
    for (const auto& spelling : base64_spellings(value)) {
        CAPTURE(spelling);
        CHECK(redaction.redact("<" + spelling + ">") == "<[redacted]>");
    }
    for (const char* text :
        {"pa%20ss%2Fw%2Brd%3D%C3%BC%3F%22x", "pa+ss%2fw%2brd%3d%c3%bc%3f%22x",
            "pa%20ss/w+rd=%C3%BC?%22x", "pa%20ss/w%2Brd%3D%C3%BC%3F%22x",
            R"(pa ss/w+rd=\u00fc?\"x)", R"(pa ss\/w+rd=ü?\"x)", R"(pa ss/w\u002Brd=\u00FC?\u0022x)",
            R"(pa\u0020ss\u002fw\u002brd\u003dü\u003f\u0022x)",
            R"(pa ss\\\/w\\u002Brd=\\u00fc?\\\"x)", R"(pa ss/w+rd=ü?\\\\\\\"x)",
            "cGEgc3MvdytyZD3DvD8ie"}) {
        CAPTURE(text);
        CHECK(redaction.redact(text) == "[redacted]");
        CHECK(redaction.redact("x" + std::string(text) + "\\") == "x[redacted]\\");
    }
    for (const char* text : {"pa+ss/w+rd", R"(pa ss/w+rd=ü?\\"x)", "pa%20ss%2Gw+rd=ü?\"x",
             R"(pa ss/w\\\u002Brd=ü?\"x)"})
        CHECK(redaction.redact(text) == text);
    // In base64 of something longer, at each of three offsets, all but what belongs to its
    // neighbours too.
    CHECK(redaction.redact("YXBhIHNzL3crcmQ9w7w/InhiYg==").find("[redacted]") != std::string::npos);
    CHECK(redaction.redact("YWFwYSBzcy93K3JkPcO8PyJ4YmI=").find("[redacted]") != std::string::npos);
    CHECK(redaction.redact("YWFhcGEgc3MvdytyZD3DvD8ieGJi") == "YWFh[redacted]GJi");
}

TEST_CASE("what begins a value escaped is found too, also beside Unicode's far planes and bytes "
          "that are no text")
{
    const std::vector<std::pair<std::string, std::string>> rows {{"+/abc\\d", R"(\u002B\/abc\\d)"},
        {"/++abcd", "%2f%2B%2babcd"}, {"/++abcd", R"(\/\u002b+abcd)"},
        {"\xf0\x9f\x94\x91-12345", R"(\uD83D\uDD11-12345)"},
        {"\xf0\x9f\x94\x91-12345", R"(\\ud83d\\udd11\\u002d12345)"},
        {"a\nb\tc\x01z", R"(a\nb\u0009c\u0001z)"}, {"\xff\xfe%20abc", "%FF%fe%2520abc"},
        {"100%2525", "100%2525"}};
    for (const auto& [value, text] : rows) {
        CAPTURE(value, text);
        const Redaction redaction({{value}, {}, Shapes::none});
        CHECK(redaction.redact("<" + text + ">") == "<[redacted]>");
        CHECK(redaction.redact("<" + value + ">") == "<[redacted]>");
    }
}

TEST_CASE("a value is found whichever of its letters and digits are escaped")
{
    const Redaction redaction({{"AB-c9x"}, {}, Shapes::none});
    for (const char* text : {"%41%42%2D%63%39%78", "A%42-c%39x", "%41B%2dc9x",
             R"(\u0041\u0042\u002d\u0063\u0039\u0078)", R"(A\u0042-c\u0039x)",
             R"(%41\u0042-%63\u00399)"}) {
        CAPTURE(text);
        const std::string given(text);
        if (given.ends_with("99"))
            CHECK(redaction.redact(given) == given);
        else
            CHECK(redaction.redact("<" + given + ">") == "<[redacted]>");
    }
    const Redaction bare({{"abcjkl123"}, {}, Shapes::none});
    for (const char* text : {"%61bc%6A%6bl%31%32%33", R"(a\u0062\u0063\u006Akl123)",
             R"(abc\\u006a\\u006Bl12\\u0033)", R"(a%62c\\\\u006akl%3123)"})
        CHECK(bare.redact("<" + std::string(text) + ">") == "<[redacted]>");
}

TEST_CASE("a value is found in base64 that is wrapped into lines, wherever they end")
{
    const std::string value = "hunter22-One/x+9";
    const Redaction redaction({{value}, {}, Shapes::none});
    for (const std::string& text : base64_spellings(value))
        for (const std::string line_break :
            {"\n", "\r\n", "\n    ", "\n\t", "\\n", "\\r\\n", "\\\\n"})
            for (std::size_t first = 1; first < text.size(); ++first) {
                std::string wrapped = text;
                for (std::size_t at = first; at < wrapped.size(); at += 7 + line_break.size())
                    wrapped.insert(at, line_break);
                CAPTURE(wrapped);
                CHECK(redaction.redact("<" + wrapped + ">") == "<[redacted]>");
            }
    for (const std::string& gap :
        std::vector<std::string> {" ", "\t", "\n" + std::string(200, ' '), "\n> "}) {
        std::string text = base64_spellings(value).front();
        text.insert(9, gap);
        CHECK(redaction.redact(text) == text);
    }
}

TEST_CASE("what an error has cut off is still taken for a secret")
{
    const Redaction redaction({{"hunter22-longer"}, {}});
    CHECK(redaction.redact("no file 'hunter22-lo…'") == "no file '[redacted]…'");
    CHECK(redaction.redact("no file 'ghp_" + random(20) + "…'") == "no file '[redacted]…'");
    CHECK(redaction.redact("'aHVudGVyMjIt…'") == "'[redacted]…'");
    for (const char* mark : {"\n[151 bytes, 0 newlines left out]", "\\n[15 bytes left out]",
             R"(","clipped":true)", R"(\",\"clipped\":true)", R"(","sizeBytes":90,"eof":false)",
             R"(\\\",\\\"startLine\\\":1,\\\"endLine\\\":2,\\\"eof\\\":false)",
             R"(","truncated":true)"}) {
        CHECK(redaction.redact(std::string("a hunter22-lo") + mark)
            == std::string("a [redacted]") + mark);
        CHECK(redaction.redact("a ghp_" + random(20) + mark) == std::string("a [redacted]") + mark);
        CHECK(redaction.redact(std::string("a aHVudGVyMjIt") + mark)
            == std::string("a [redacted]") + mark);
    }
    for (const char* text : {"hunter22-lo\",\"clipped\":false", "hunter22-lo\n[x bytes",
             "hunter22-lo\",\"sizeBytes\":9,\"eof\":true", "'hunte…'", "hunter22-lo",
             "hunter22-lo …", "'ghp_ab1…'", "sk-circle-fade-dot…"})
        CHECK(redaction.redact(text) == text);
}

TEST_CASE("a value is found behind any number of names")
{
    const Redaction redaction({});
    const std::string names = "token=secret=password=";
    for (const std::size_t count : {1U, 12U, 13U, 40U, 4'000U}) {
        std::string text;
        for (std::size_t index = 0; index < count; ++index)
            text += names;
        CHECK((redaction.redact(text + "\n") == text + "\n"));
        const std::string redacted = redaction.redact(text + "Zq7xK2mP9vLw\n" + text);
        CHECK(redacted.starts_with("token=[redacted]\n") == (count <= 10));
        CHECK((redacted.ends_with("=[redacted]\n" + text)));
        CHECK(redacted.size() + 300 > 2 * text.size());
        CHECK((redaction.redact(text + "\"Zq7xK2mP9vLw\"") == text + "\"[redacted]\""));
    }
}

TEST_CASE("the rest of a secret that is longer than a pattern looks is taken too")
{
    const Redaction redaction({});
    CHECK(redaction.redact("a ghp_" + random(200'000) + " b") == "a [redacted] b");
    CHECK(redaction.redact("a 'ghp_" + random(200'000)) == "a '[redacted]");
    std::string block = "-----BEGIN PRIVATE KEY-----\n";
    while (block.size() < 200'000)
        block += random(64) + "\n";
    CHECK(redaction.redact(block + "-----END PRIVATE KEY-----\n")
        == "[redacted]-----END PRIVATE KEY-----\n");
}
