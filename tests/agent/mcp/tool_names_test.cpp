#include "catch.hpp"

#include "agent/mcp/definitions.hpp"

#include <string>
#include <vector>

using namespace agent::mcp;

using ModelNames = std::vector<std::string>;

static bool is_cut_and_hashed(const std::string& name, const std::string& beginning)
{
    constexpr std::size_t digits = 8;
    return name.size() <= max_tool_name && name.starts_with(beginning) && name.size() > digits + 1
        && name[name.size() - digits - 1] == '_'
        && name.find_first_not_of("0123456789abcdef", name.size() - digits) == std::string::npos;
}

TEST_CASE("C22: a name is SERVER__TOOL with underscores for other characters")
{
    CHECK(names_for_model("web", {"fetch", "get page", "Lesen/schön", "a.b", "日本"}, {})
        == ModelNames {"web__fetch", "web__get_page", "web__Lesen_sch_n", "web__a_b",
            names_for_model("web", {"日本"}, {})[0]});
    CHECK(names_for_model("web", {}, {}).empty());
    CHECK(names_for_model("s", {std::string(61, 'x')}, {})[0] == "s__" + std::string(61, 'x'));
}

TEST_CASE("C22: a name that is too long, equal or ambiguous is cut and hashed, for each of the "
          "equal ones")
{
    const std::string longer = names_for_model("s", {std::string(62, 'x')}, {})[0];
    CHECK(longer.size() == max_tool_name);
    CHECK(is_cut_and_hashed(longer, "s__xxx"));
    const ModelNames equal = names_for_model("s", {"a.b", "a_b", "c"}, {});
    CHECK(is_cut_and_hashed(equal[0], "s__a_b_"));
    CHECK(is_cut_and_hashed(equal[1], "s__a_b_"));
    CHECK(equal[0] != equal[1]);
    CHECK(equal[2] == "s__c");
    // Else both would be a___b.
    CHECK(is_cut_and_hashed(names_for_model("a", {"_b"}, {})[0], "a___b_"));
    CHECK(is_cut_and_hashed(names_for_model("a_", {"b"}, {})[0], "a___b_"));
    CHECK(names_for_model("a", {"_b"}, {}) != names_for_model("a_", {"b"}, {}));
    // The digits are those of both names.
    CHECK(
        names_for_model("s", {"a.b", "a_b"}, {})[0] != names_for_model("t", {"a.b", "a_b"}, {})[0]);
}

TEST_CASE("C22: names of others win, and those by a hash are no exception")
{
    CHECK(is_cut_and_hashed(names_for_model("s", {"a"}, {"s__a"})[0], "s__a_"));
    const std::string hashed = names_for_model("s", {"a"}, {"s__a"})[0];
    CHECK(names_for_model("s", {"a"}, {"s__a", hashed}) == ModelNames {""});
    // A tool that is called as the hashed name of another one gets a hash, too.
    const ModelNames equal = names_for_model("s", {"a.b", "a_b"}, {});
    const std::string posing = equal[0].substr(3);
    const ModelNames all = names_for_model("s", {"a.b", "a_b", posing}, {});
    CHECK(all[0] == equal[0]);
    CHECK(is_cut_and_hashed(all[2], equal[0] + "_"));
}
