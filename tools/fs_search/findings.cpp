#include "findings.hpp"

#include "toolkit/text/cursor.hpp"

#include <algorithm>
#include <utility>

namespace fs_search {

using namespace toolkit;

std::string cursor_of(const PageEnd& end, std::uint32_t request)
{
    return toolkit::text::cursor_text({request, {end.line, end.count, end.modified}, end.path});
}

std::optional<Cursor> read_cursor(std::string_view cursor)
{
    auto read = toolkit::text::read_cursor(cursor, 3);
    if (!read)
        return std::nullopt;
    const auto& numbers = read->numbers;
    return Cursor {read->request, {std::move(read->path), numbers[0], numbers[1], numbers[2]}};
}

void append(FileFindings& earlier, const FileFindings& later)
{
    const std::size_t before = earlier.text.size();
    earlier.text += later.text;
    for (const Result& result : later.results)
        earlier.results.push_back({before + result.end, result.line});
    earlier.is_final = earlier.is_final && later.is_final;
    earlier.is_plain = earlier.is_plain && later.is_plain;
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
        sum += file.count();
    return sum;
}

void limit_results(FileFindings& file, std::int64_t limit)
{
    if (file.count() <= limit)
        return;
    file.results.resize(static_cast<std::size_t>(limit));
    file.text.resize(limit > 0 ? file.results.back().end : 0);
}

void limit_results(Findings& findings, std::int64_t limit)
{
    std::int64_t left = limit;
    for (std::size_t index = 0; index < findings.files.size(); ++index) {
        FileFindings& file = findings.files[index];
        if (file.count() <= left) {
            left -= file.count();
            continue;
        }
        findings.is_truncated = true;
        findings.tally = file.until_here;
        file.has_more = false; // on the next page, which may report it
        limit_results(file, left);
        findings.files.resize(index + (left > 0 ? 1 : 0));
        return;
    }
}

std::int64_t results_within(const Findings& findings, std::int64_t max_bytes)
{
    constexpr std::size_t names_of_fields = 24;
    auto left = static_cast<std::size_t>(max_bytes);
    std::int64_t count = 0;
    for (const FileFindings& file : findings.files) {
        std::size_t begin = 0;
        for (const Result& result : file.results) {
            const std::size_t of_file = begin == 0 ? file.path.size() + names_of_fields : 0;
            const std::size_t bytes = result.end - begin + of_file;
            if (bytes > left)
                return std::max<std::int64_t>(count, 1);
            left -= bytes;
            begin = result.end;
            ++count;
        }
    }
    return std::max<std::int64_t>(count, 1);
}

void drop_results(Findings& findings, std::int64_t count)
{
    auto file = findings.files.begin();
    for (; file != findings.files.end() && file->count() <= count; ++file)
        count -= file->count();
    findings.files.erase(findings.files.begin(), file);
    if (findings.files.empty() || count == 0)
        return;
    FileFindings& first = findings.files.front();
    const auto kept = first.results.begin() + static_cast<std::ptrdiff_t>(count);
    const std::size_t cut = std::prev(kept)->end;
    first.text.erase(0, cut);
    first.results.erase(first.results.begin(), kept);
    for (Result& result : first.results)
        result.end -= cut;
    first.on_earlier_pages += count;
}

}
