#include "file_searcher.hpp"
#include "directory.hpp"

#include <fcntl.h>

#include <mutex>
#include <utility>

namespace {

// Of larger files only one is in memory at a time, however many threads there are.
constexpr std::size_t large_file = 16 << 20;

std::mutex large_file_in_memory; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

}

FileSearcher::FileSearcher(
    std::shared_ptr<const Matcher> matcher, const Wanted& wanted, std::size_t max_file_bytes)
    : matcher(std::move(matcher))
    , wanted(wanted)
    , max_file_bytes(max_file_bytes)
{
}

Findings FileSearcher::search_files(const Unit& unit)
{
    Findings findings;
    for (const auto& name : unit.files) {
        const File file = open_in(unit.parent->file, name, O_RDONLY);
        search_file(file, unit.parent->path + name, BinaryFiles::leave_out, findings);
        if (results_in(findings) > wanted.most_results)
            break;
    }
    return findings;
}

void FileSearcher::search_file(
    const File& file, const std::string& path, BinaryFiles binary, Findings& findings)
{
    std::unique_lock<std::mutex> turn;
    FileText::Read result = FileText::Read::failed;
    if (file)
        result = content.read(file, std::min(large_file, max_file_bytes));
    if (result == FileText::Read::too_large && max_file_bytes > large_file) {
        turn = std::unique_lock(large_file_in_memory);
        result = content.read(file, max_file_bytes);
    }
    if (result != FileText::Read::whole) {
        ++findings.tally.skipped;
    } else {
        ++findings.tally.searched;
        const std::string_view text = content.text(matcher->line_ends());
        FileFindings found = matches_in(text, *matcher, wanted);
        const bool counts = found.count > 0
            && (binary == BinaryFiles::search_as_text || text.find('\0') == std::string_view::npos);
        if (counts) {
            found.path = path;
            found.until_here = findings.tally;
            findings.files.push_back(std::move(found));
        }
    }
    content.shrink();
}
