#include "agent/skills/skill.hpp"

#include "catch.hpp"

using namespace agent::skills;

static std::vector<Skill> skills_with(std::size_t count, std::size_t length)
{
    std::vector<Skill> skills;
    for (std::size_t number = 0; number < count; ++number)
        skills.push_back({.name = "skill-" + std::to_string(1000 + number),
            .directory = "/d",
            .description = std::string(length, 'x')});
    return skills;
}

TEST_CASE("the index has a line for each skill")
{
    std::vector<std::string> left_out;
    std::vector<Skill> skills = skills_with(2, 3);
    skills[0].is_for_model = false;
    const std::string index = index_of(skills, left_out);
    CHECK(index.ends_with("by the tool skill:\n- skill-1001: xxx"));
    CHECK(left_out.empty());
    skills.pop_back();
    CHECK(index_of(skills, left_out).empty());
}

TEST_CASE("the index has at most 8 KiB: descriptions are cut, then skills left out")
{
    std::vector<std::string> left_out;
    CHECK(index_of(skills_with(30, 1024), left_out).size() <= 8192);
    CHECK(left_out.empty());
    CHECK(index_of(skills_with(200, 1024), left_out).size() <= 8192);
    REQUIRE(!left_out.empty());
    CHECK(left_out.back() == "skill-1199");
}

TEST_CASE("a skill is found by its name if it can be used")
{
    std::vector<Skill> skills = skills_with(2, 1);
    skills[0].name = skills[1].name;
    skills[0].problem = "faulty";
    CHECK(&find_skill(skills, "skill-1001") == &skills[1]);
    CHECK(usable_skills(skills).size() == 1);
    skills[1].is_trusted = false;
    CHECK(usable_skills(skills).empty());
    skills[0].problem.clear();
    std::swap(skills[0], skills[1]);
    CHECK(&find_skill(skills, "skill-1001") == &skills[1]);
}

TEST_CASE("the place of a skill is its SKILL.md, or a directory in skills")
{
    CHECK(is_place_of_skill(".agents/skills/a"));
    CHECK(is_place_of_skill(".agents/skills/a/"));
    CHECK(is_place_of_skill("SKILL.md"));
    CHECK(!is_place_of_skill("tools.json"));
    CHECK(!is_place_of_skill("skills"));
}
