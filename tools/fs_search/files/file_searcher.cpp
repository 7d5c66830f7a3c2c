#include "file_searcher.hpp"
#include "block_search.hpp"
#include "file_text.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/text/characters.hpp"
#include "tools/fs_search/walk/walk.hpp"

#include <fcntl.h>

#include <mutex>
#include <optional>
#include <utility>

namespace fs_search::files {

using namespace toolkit;

namespace {

// Files of at least this size are searched in blocks: growing and freeing memory costs a page fault
// for every 4 KiB, which takes longer than reading the file. If blocks are not possible, or a line
// is as long as a large file, only one large file is in memory at a time, however many threads
// there are.
constexpr std::size_t block_bytes = 256 << 10;
constexpr std::size_t large_file = 4 << 20;

// Minimum size of a file for several threads: in smaller files, counting the lines of each block
// for other threads costs more than the threads save.
constexpr std::size_t worth_help = 32 << 20;

std::mutex large_file_in_memory; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
std::mutex file_with_helpers; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

std::optional<struct stat> status_now(const File& file)
{
    struct stat status { };
    return fstat(file.descriptor(), &status) == 0 ? std::optional(status) : std::nullopt;
}

bool has_changed(const File& file, const struct stat& before)
{
    const auto now = status_now(file);
    return !now || is_rewritten(before, *now);
}

}

FileSearcher::FileSearcher(std::shared_ptr<const Matcher> matcher, Matchers matchers,
    const Wanted& wanted, const FileLimits& limits)
    : matcher(std::move(matcher))
    , matchers(matchers)
    , wanted(wanted)
    , limits(limits)
    , can_search_in_blocks(this->matcher->plan().looks_at_lines() && wanted.lines_before == 0
          && wanted.lines_after == 0)
    , max_at_once(can_search_in_blocks ? block_bytes - 1 : large_file)
    , entries(wanted.has_columns)
{
}

Findings FileSearcher::search_files(const walk::Unit& unit)
{
    Findings findings;
    std::string path;
    for (const auto& name : unit.files) {
        const walk::Opened& directory = unit.parent->opened;
        const walk::Opened opened {
            system::open_in(directory.file, name, O_RDONLY), directory.short_read};
        path.assign(unit.parent->path).append(name);
        search_file(opened, path, BinaryFiles::leave_out, findings);
        if (results_in(findings) > wanted.max_results)
            break;
    }
    return findings;
}

void FileSearcher::search_file(
    const walk::Opened& opened, const std::string& path, BinaryFiles binary, Findings& findings)
{
    FileText::Read result = FileText::Read::failed;
    if (opened.file)
        result
            = content.read(opened.file, std::min(max_at_once, limits.max_bytes), opened.short_read);
    if (result == FileText::Read::whole)
        search_text(path, binary, findings);
    else if (result == FileText::Read::too_large && limits.max_bytes > max_at_once)
        search_large(opened, path, binary, findings);
    else
        ++findings.tally.skipped;
    content.shrink();
}

const Matcher& FileSearcher::own_matcher()
{
    if (matchers == Matchers::one_each)
        matcher = std::make_shared<const Matcher>(matcher->another());
    matchers = Matchers::shared;
    return *matcher;
}

void FileSearcher::search_text(const std::string& path, BinaryFiles binary, Findings& findings)
{
    ++findings.tally.searched;
    if (!matcher->may_be_in(content.bytes()))
        return;
    const std::string_view text = content.text(matcher->line_ends());
    entries.begin(path);
    const std::int64_t earlier_lines = lines_on_earlier_pages(path);
    const auto take = [&](const Match& match) {
        const bool counts = match.line > earlier_lines;
        if (counts)
            entries.add(match);
        return counts;
    };
    const std::int64_t count = find_matches(text, own_matcher(), wanted_of(path), take);
    if (count == 0)
        return;
    if (binary == BinaryFiles::search_as_text || text.find('\0') == std::string_view::npos)
        add(path, count, entries.take(), findings);
}

void FileSearcher::add(
    const std::string& path, std::int64_t count, FileFindings matches, Findings& findings)
{
    if (wanted.mode != Mode::matches) {
        entries.begin(path);
        if (wanted.mode == Mode::files)
            entries.add_file();
        else
            entries.add_count(count);
        matches = entries.take();
    } else {
        matches.path = path;
        matches.on_earlier_pages = results_on_earlier_pages(path);
        const std::int64_t left = limits.max_results - matches.on_earlier_pages;
        matches.has_more = matches.count() > left;
        limit_results(matches, std::max<std::int64_t>(left, 0));
    }
    if (matches.count() == 0)
        return;
    matches.until_here = findings.tally;
    findings.files.push_back(std::move(matches));
}

Wanted FileSearcher::wanted_of(const std::string& path) const
{
    Wanted of_file = wanted;
    const std::int64_t left = limits.max_results - results_on_earlier_pages(path);
    of_file.max_results = std::min(of_file.max_results, std::max<std::int64_t>(left, 0) + 1);
    return of_file;
}

std::int64_t FileSearcher::lines_on_earlier_pages(const std::string& path) const
{
    return path == limits.start.path ? limits.start.line : 0;
}

std::int64_t FileSearcher::results_on_earlier_pages(const std::string& path) const
{
    return path == limits.start.path && limits.start.line > 0 ? limits.start.count : 0;
}

void FileSearcher::search_large(
    const walk::Opened& opened, const std::string& path, BinaryFiles binary, Findings& findings)
{
    const auto status = status_now(opened.file);
    if (!status || static_cast<std::size_t>(status->st_size) > limits.max_bytes) {
        ++findings.tally.skipped;
        return;
    }
    const bool is_utf16 = toolkit::text::byte_order_of(content.bytes()).has_value();
    if (binary == BinaryFiles::leave_out && !is_utf16
        && content.bytes().find('\0') != std::string_view::npos) {
        ++findings.tally.searched;
        return;
    }
    if (can_search_in_blocks && !is_utf16
        && search_in_blocks({opened.file, *status}, path, binary, findings))
        return;
    const std::unique_lock turn(large_file_in_memory);
    if (content.read(opened.file, limits.max_bytes, opened.short_read) == FileText::Read::whole
        && !has_changed(opened.file, *status))
        search_text(path, binary, findings);
    else
        ++findings.tally.skipped;
    content.shrink();
}

bool FileSearcher::search_in_blocks(
    const LargeFile& file, const std::string& path, BinaryFiles binary, Findings& findings)
{
    // Only one file at a time is searched by several threads: if there are more files, the threads
    // are busy anyway.
    std::unique_lock turn(file_with_helpers, std::defer_lock);
    const bool is_worth_help = static_cast<std::size_t>(file.status.st_size) >= worth_help;
    const int threads = is_worth_help && turn.try_lock() ? limits.threads : 1;
    BlockSearch search = search_blocks({file.file, path, block_bytes, limits.max_bytes, threads,
                                           large_file, lines_on_earlier_pages(path)},
        own_matcher(), wanted_of(path), block);
    if (search.has_long_line)
        return false;
    const bool is_searched = search.is_whole && !has_changed(file.file, file.status);
    if (is_searched)
        ++findings.tally.searched;
    else
        ++findings.tally.skipped;
    if (is_searched && search.count > 0 && !(binary == BinaryFiles::leave_out && search.has_nul))
        add(path, search.count, std::move(search.found), findings);
    return true;
}

}
