#include "findings.hpp"

#include <utility>

namespace fs_search {

void append(FileFindings& earlier, const FileFindings& later)
{
    const std::size_t before = earlier.entries.size();
    earlier.entries += later.entries;
    for (const std::size_t end : later.ends)
        earlier.ends.push_back(before + end);
}

void append(Findings& earlier, Findings&& later)
{
    for (auto& file : later.files) {
        file.until_here.searched += earlier.tally.searched;
        file.until_here.skipped += earlier.tally.skipped;
        earlier.files.push_back(std::move(file));
    }
    earlier.tally.searched += later.tally.searched;
    earlier.tally.skipped += later.tally.skipped;
    later.files.clear();
}

std::int64_t results_in(const Findings& findings)
{
    std::int64_t sum = 0;
    for (const auto& file : findings.files)
        sum += file.results();
    return sum;
}

void limit_results(Findings& findings, std::int64_t limit)
{
    std::int64_t left = limit;
    for (std::size_t index = 0; index < findings.files.size(); ++index) {
        FileFindings& file = findings.files[index];
        if (file.results() <= left) {
            left -= file.results();
            continue;
        }
        findings.is_truncated = true;
        findings.tally = file.until_here;
        file.ends.resize(static_cast<std::size_t>(left));
        file.entries.resize(left > 0 ? file.ends.back() : 0);
        findings.files.resize(index + (left > 0 ? 1 : 0));
        return;
    }
}

}
