#include "agent/oauth/challenge.hpp"
#include "catch.hpp"

#include <string>

using namespace agent::oauth;

TEST_CASE("the parameters of a Bearer challenge are read among other challenges")
{
    const auto [field, metadata, scope, error]
        = GENERATE(table<std::string, std::string, std::string, std::string>({
            {R"(Bearer resource_metadata="https://a/b", scope="x y")", "https://a/b", "x y", ""},
            {R"(bearer scope = x , error=insufficient_scope)", "", "x", "insufficient_scope"},
            {R"(Basic realm="a, Bearer scope=\"no\"", Bearer scope="yes")", "", "yes", ""},
            {R"(Negotiate YWJj==, Bearer scope=z)", "", "z", ""},
            {R"(Negotiate, Bearer scope=z)", "", "z", ""},
            {R"(Digest a=b, c="d", Bearer unknown=1,scope="q\rs t\"u")", "", "qrs", ""},
            {"Bearer scope=\"read \xff\xfe\"", "", "read", ""},
            {R"(Bearer scope=first, scope=second)", "", "first", ""},
            {R"(Bearer)", "", "", ""},
            {R"(Basic realm="only")", "", "", ""},
            {R"(Bearer scope="cut off)", "", "", ""},
            {R"(, ,Bearer scope=a)", "", "a", ""},
            {"", "", "", ""},
            {"=", "", "", ""},
        }));
    INFO(field);
    const BearerChallenge challenge = bearer_challenge_in(field);
    CHECK(challenge.resource_metadata == metadata);
    CHECK(challenge.scope == scope);
    CHECK(challenge.error == error);
}

TEST_CASE("only the first 8 KiB of a challenge are read")
{
    const std::string field = "Basic realm=\"" + std::string(9'000, 'a') + "\", Bearer scope=x";
    CHECK(bearer_challenge_in(field).scope.empty());
}
