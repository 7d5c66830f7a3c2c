#include "catch.hpp"

#include "agent/redaction/redaction.hpp"
#include "secret_examples.hpp"

#include <ctime>
#include <string>
#include <vector>

using namespace agent::redaction;

// Processor time, in milliseconds.
static double cost(const Redaction& redaction, const std::string& text)
{
    const std::clock_t before = std::clock();
    redaction.redact(text);
    RedactedStream stream(redaction);
    for (std::size_t at = 0; at < text.size(); at += 1'000)
        stream.add(text.substr(at, 1'000));
    stream.end();
    return static_cast<double>(std::clock() - before) * 1'000 / CLOCKS_PER_SEC;
}

// Ten times the text may take ten times as long, never a hundred times. What else runs on the
// machine disturbs a single measurement.
static bool grows_as_the_text(const Redaction& redaction, const std::string& unit)
{
#ifdef SANITIZED
    static constexpr std::size_t size = 3'000;
#else
    static constexpr std::size_t size = 20'000;
#endif
    static constexpr double negligible = 1;
    for (int attempt = 0; attempt < 3; ++attempt) {
        const double few = cost(redaction, repeated_to(size, unit));
        if (cost(redaction, repeated_to(10 * size, unit)) < 30 * std::max(few, negligible))
            return true;
    }
    return false;
}

TEST_CASE("a secret that begins again and again in a text is looked for in linear time")
{
    const std::string secret
        = GENERATE(as<std::string>(), R"(\\\\\\x1)", R"(\\\\\\\\\\\\\\\\x1)", "aaaaaaaaaaaaaaaab1",
            "ababababababababc1", R"(""""""""x1)", R"(\"\"\"\"\"\"x1)", R"(\n\n\n\n\n\n\n\nx1)",
            "%%%%%%%%%%x1", "////////////x1", "++++++++++x1", "\t\t\t\t\t\tx1");
    const std::string unit = GENERATE(as<std::string>(), "\\", "a", "ab", "\"", "\\\"", "\\\\n",
        "%25", "/", "\\/", "\\u005c", "\\\\u0061", "%61", "+", " ", "YWFh", "YWFh\\n", "XFxc",
        "aaaaaaa\\\\\\\\\\\\\\\\");
    CAPTURE(secret, unit);
    CHECK(grows_as_the_text(Redaction({{secret}}), unit));
}

TEST_CASE("names, quotes and marks that come again and again are looked at in linear time")
{
    const Redaction redaction({{}, {}, Shapes::known, {"pin"}});
    const std::string unit = GENERATE(as<std::string>(), "password=", "password='", "token=\\",
        "\"token\\\\\":\\\\\"", "pin=", "pin=[", "pin={\\\"", "\"pin\":\"\\\\", "pin:\\n",
        "pin: |\n ", "password: |\n  a\n", "secret:\\n  ", "-----BEGIN PRIVATE KEY-----", "://",
        "data:\n  a: bcde\n", "kind: Secret\n", "Private-Lines: 1\n", "contribsys.com", "MTIz",
        "_auth=", "\"auth\":\"YWFh", "--password \\", "<password>", "authorization: basic ", "eyJ",
        "sk-a1", "password \\\\\\\\\\");
    CAPTURE(unit);
    CHECK(grows_as_the_text(redaction, unit));
}
