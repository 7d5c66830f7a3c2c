#include "catch.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

using namespace agent::calls;
using namespace toolkit::json;
using namespace toolkit::system;

// The official suite, as Debian's json-schema-test-suite has it: draft 7, whose keywords mean the
// same in 2020-12, but for arrays of items, which are called prefixItems there.

namespace fs = std::filesystem;

static const fs::path suite = "/usr/share/json-schema-test-suite/tests/draft7";

static Json in_2020_12(const Json& schema)
{
    if (schema.is_array()) {
        Json result = Json::array();
        for (const auto& part : schema)
            result.push_back(in_2020_12(part));
        return result;
    }
    if (!schema.is_object())
        return schema;
    const bool has_list = schema.contains("items") && schema.at("items").is_array();
    Json result = Json::object();
    for (const auto& [name, value] : schema.items()) {
        if (name == "enum" || name == "const")
            result[name] = value;
        else if (name == "items" && has_list && !value.empty())
            result["prefixItems"] = in_2020_12(value);
        else if (name == "additionalItems" && has_list)
            result["items"] = in_2020_12(value);
        else if (name == "$ref" && value == "#/items/0")
            result[name] = "#/prefixItems/0";
        else if (name != "additionalItems")
            result[name] = in_2020_12(value);
    }
    return result;
}

// What draft 2020-12 has otherwise, and what is refused: dependencies, names of schemas beside the
// place, schemas from elsewhere, and places that no keyword knows.
static bool is_left_out(const std::string& file, const std::string& group)
{
    static const std::set<std::string> groups {"ref overrides any sibling keywords",
        "Recursive references between schemas", "remote ref, containing refs itself",
        "valid definition", "invalid definition", "escaped pointer ref"};
    return file == "dependencies" || file == "refRemote" || groups.contains(group);
}

static bool is_valid(const Schema& schema, const Json& value)
{
    try {
        schema.check(value);
        return true;
    } catch (const ToolError&) {
        return false;
    }
}

TEST_CASE("the official suite of JSON Schema")
{
    if (!fs::is_directory(suite)) {
        WARN("the package json-schema-test-suite is not installed");
        return;
    }
    int count = 0;
    int left_out = 0;
    for (const auto& entry : fs::directory_iterator(suite)) {
        if (!entry.is_regular_file())
            continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        for (const auto& group : Json::parse(text.str())) {
            const std::string name = group.at("description");
            if (is_left_out(entry.path().stem(), name)) {
                left_out += static_cast<int>(group.at("tests").size());
                continue;
            }
            CAPTURE(entry.path().stem(), name);
            const Schema schema(in_2020_12(group.at("schema")), compiled_by_re2);
            for (const auto& test : group.at("tests")) {
                CAPTURE(test.at("description").get<std::string>());
                CHECK(is_valid(schema, test.at("data")) == test.at("valid").get<bool>());
                ++count;
            }
        }
    }
    CHECK(count > 360);
    CHECK(left_out < 60);
    std::printf("%d tests of the suite, %d left out\n", count, left_out);
}
