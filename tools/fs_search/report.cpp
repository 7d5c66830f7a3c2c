#include "report.hpp"

#include <utility>

namespace fs_search {

std::vector<std::string> report(Findings&& findings, Mode mode)
{
    std::vector<std::string> parts {mode == Mode::matches ? R"({"matches":[)" : R"({"files":[)"};
    for (auto& file : findings.files)
        parts.push_back(std::move(file.entries));
    if (parts.size() > 1)
        parts.back().pop_back(); // the comma behind the last entry
    std::string rest = "],\"truncated\":";
    rest += findings.is_truncated ? "true" : "false";
    rest += ",\"filesSearched\":" + std::to_string(findings.tally.searched);
    if (findings.tally.skipped > 0)
        rest += ",\"skipped\":" + std::to_string(findings.tally.skipped);
    parts.push_back(rest + "}");
    return parts;
}

}
