#include "catch.hpp"

#include "agent/mcp/agreed_prompts.hpp"
#include "agent/mcp/prompt_arguments.hpp"
#include "toolkit/system/error.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace agent::mcp;
using toolkit::Json;
using toolkit::ToolError;

using ArgumentWords = std::vector<std::string>;

static std::vector<PromptArgument> city_and_tone()
{
    return arguments_of_prompt(Json {{"name", "p"},
        {"arguments",
            {{{"name", "city"}, {"description", "of which"}, {"required", true}},
                {{"name", "tone"}}, {{"name", "city"}}, {{"title", "none"}}, 3}}});
}

TEST_CASE("the arguments of a prompt are read, each once")
{
    const auto arguments = city_and_tone();
    REQUIRE(arguments.size() == 2);
    CHECK(arguments[0].name == "city");
    CHECK(arguments[0].description == "of which");
    CHECK(arguments[0].is_required);
    CHECK(arguments[1].name == "tone");
    CHECK(!arguments[1].is_required);
    CHECK(arguments_of_prompt(Json {{"arguments", "all"}}).empty());
    CHECK(arguments_of_prompt(Json(1)).empty());
}

TEST_CASE("words of arguments are separated by spaces outside quotes")
{
    CHECK(words_of_arguments("").empty());
    CHECK(words_of_arguments(" a  b\tc\n") == ArgumentWords {"a", "b", "c"});
    CHECK(words_of_arguments("\"a b\" 'c \"d'") == ArgumentWords {"a b", "c \"d"});
    CHECK(words_of_arguments("city=\"New York\" x") == ArgumentWords {"city=New York", "x"});
    CHECK(words_of_arguments("it's two=a=b") == ArgumentWords {"it's", "two=a=b"});
    CHECK(words_of_arguments("\"a b") == ArgumentWords {"a b"});
    CHECK(words_of_arguments("\"\" b") == ArgumentWords {"", "b"});
}

TEST_CASE("words are given to arguments by name or in order")
{
    const auto declared = city_and_tone();
    CHECK(given_arguments(declared, {"Oslo", "warm"})
        == GivenArguments {{"city", "Oslo"}, {"tone", "warm"}});
    CHECK(given_arguments(declared, {"tone=warm", "Oslo"})
        == GivenArguments {{"tone", "warm"}, {"city", "Oslo"}});
    CHECK(given_arguments(declared, {"a=b"}) == GivenArguments {{"city", "a=b"}});
    CHECK_THROWS_AS(given_arguments(declared, {"a", "b", "c"}), ToolError);
    CHECK_THROWS_AS(given_arguments(declared, {"city=a", "city=b"}), ToolError);
    CHECK_THROWS_AS(given_arguments({}, {"a"}), ToolError);
}

TEST_CASE("the argument that is being typed is known")
{
    const auto declared = city_and_tone();
    CHECK(begun_argument(declared, " Os").name == "city");
    CHECK(begun_argument(declared, " Os").value == "Os");
    CHECK(begun_argument(declared, " ").name == "city");
    const auto second = begun_argument(declared, " Oslo to");
    CHECK(second.name == "tone");
    CHECK(second.others == GivenArguments {{"city", "Oslo"}});
    const auto keyed = begun_argument(declared, " tone=w");
    CHECK(keyed.name == "tone");
    CHECK(keyed.value == "w");
    CHECK(keyed.has_key);
    CHECK(begun_argument(declared, " \"New Yo").name.empty());
    CHECK(begun_argument(declared, " a b c").name.empty());
    CHECK(begun_argument(declared, " city=a city=").name.empty());
}

TEST_CASE("a value is quoted as one word")
{
    for (const char* value : {"Oslo", "New York", "", "say \"hi\"", "it's here"})
        CHECK(words_of_arguments(quoted_argument(value)) == ArgumentWords {value});
}

TEST_CASE("prompts that were agreed to are kept")
{
    std::array<char, 32> name {"/tmp/agreed.XXXXXX"};
    const std::string path = mkdtemp(name.data());
    const AgreedPrompts agreed(path);
    CHECK(!agreed.contains("aa"));
    agreed.add("aa");
    CHECK(AgreedPrompts(path).contains("aa"));
    CHECK(!AgreedPrompts(path).contains("ab"));
    Json full = Json::array();
    for (int index = 0; index < 1000; ++index)
        full.push_back(std::to_string(index));
    std::ofstream(path + "/mcp/prompts.json") << full.dump();
    agreed.add("ab");
    CHECK(!agreed.contains("0"));
    CHECK(agreed.contains("1"));
    CHECK(agreed.contains("ab"));
    std::ofstream(path + "/mcp/prompts.json") << "{";
    CHECK(!agreed.contains("1"));
    CHECK(!AgreedPrompts("").contains("aa"));
    std::filesystem::remove_all(path);
}
