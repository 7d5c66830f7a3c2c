#include "catch.hpp"

#include "agent/calls/runs_later_report.hpp"

#include "toolkit/json/json.hpp"

using namespace agent::calls;
using namespace toolkit::json;

TEST_CASE(
    "of an answer the fields about files that are run later are taken, whatever it says there")
{
    const auto [answer, fields, text] = GENERATE(table<std::string, std::string, std::string>({
        {R"({"runsLater":["Makefile",".envrc"],"sha256":"x"})",
            R"({"runsLater":["Makefile",".envrc"]})", "Makefile, .envrc"},
        {R"({"runsLater":["a"],"runsLaterMore":2,"runsLaterIncomplete":true})",
            R"({"runsLater":["a"],"runsLaterMore":2,"runsLaterIncomplete":true})",
            "a, and 2 more; not all was looked at"},
        {R"({"runsLaterIncomplete":true})", R"({"runsLaterIncomplete":true})",
            "not all was looked at"},
        {R"({"runsLater":[]})", "{}", ""},
        {R"({"runsLater":[1,null,{"x":2},"a"]})", R"({"runsLater":["a"]})", "a"},
        {R"({"runsLater":"a","runsLaterMore":-1,"runsLaterIncomplete":1})", "{}", ""},
        {R"({"runsLater":{"a":"b"}})", "{}", ""},
        {R"([1])", "{}", ""},
        {R"({"gitObeys":[".git/x",1],"gitObeysMore":2,"gitObeysIncomplete":true,"gitRemoved":[".git/y"]})",
            R"({"gitObeys":[".git/x"],"gitObeysMore":2,"gitObeysIncomplete":true,"gitRemoved":[".git/y"]})",
            ""},
        {"null", "{}", ""},
    }));
    INFO(answer);
    const Json found = runs_later_of(Json::parse(answer));
    CHECK(found == Json::parse(fields));
    CHECK(runs_later_text(found) == text);
}

TEST_CASE("what an answer says of git has a text of its own")
{
    CHECK(git_text(
              Json::parse(R"({"gitObeys":["a","b"],"gitObeysMore":2,"gitObeysIncomplete":true})"))
        == "git obeys: a, b, and 2 more; not all was looked at");
    CHECK(git_text(Json::parse(R"({"gitObeysIncomplete":true,"gitRemoved":["c"]})"))
        == "git obeys: not all was looked at; git removed: c");
    CHECK(git_text(Json::parse(R"({"runsLater":["a"]})")).empty());
}

TEST_CASE("an answer makes the fields no larger than 20 paths of 300 bytes")
{
    Json answer {{"runsLaterMore", 1U}};
    for (int number = 0; number < 1000; ++number)
        answer["runsLater"].push_back(std::string(299, 'x').append("é"));
    const Json fields = runs_later_of(answer);
    CHECK(fields["runsLater"] == Json(std::vector(20, std::string(299, 'x') + "…")));
    CHECK(fields["runsLaterMore"] == 981);
    CHECK(runs_later_of({{"gitRemoved", answer["runsLater"]}})["gitRemovedMore"] == 980);
    answer["runsLaterMore"] = UINT64_MAX;
    CHECK(runs_later_of(answer)["runsLaterMore"] == UINT64_MAX);
}
