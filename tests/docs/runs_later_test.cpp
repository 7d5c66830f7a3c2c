#include "catch.hpp"

#include "toolkit/workspace/runs_later.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace toolkit::workspace;

// | direnv | `.envrc` | a shell enters the directory |
static std::string row_of_document(const LaterRow& row)
{
    std::string names = "`";
    for (const char letter : row.names)
        names += letter == ' ' ? std::string("` `") : std::string(1, letter);
    return "| " + std::string(row.by) + " | " + names + "` | " + std::string(row.when) + " |";
}

static std::vector<std::string> rows_of_document(const std::string& title)
{
    const auto root = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
    std::ifstream document(root / "docs/threat-model.md");
    std::vector<std::string> rows;
    bool is_inside = false;
    for (std::string line; std::getline(document, line);) {
        if (line.starts_with("| "))
            rows.insert(rows.end(), is_inside && !line.starts_with("| ---") ? 1 : 0, line);
        else
            is_inside = false;
        is_inside = is_inside || line == title;
    }
    return rows;
}

TEST_CASE("the threat model has the table of files that are run later as the code has it")
{
    std::vector<std::string> rows;
    for (const LaterRow& row : later_table())
        rows.push_back(row_of_document(row));
    CHECK(
        rows_of_document("| who runs or obeys it | files and directories (`/`) | when |") == rows);
}
