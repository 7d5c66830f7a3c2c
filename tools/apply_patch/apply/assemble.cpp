#include "assemble.hpp"

#include <algorithm>
#include <tuple>

namespace apply_patch::apply {

using namespace toolkit;

namespace {

class Assembler {
public:
    Assembler(std::string_view text, const std::vector<text::Line>& file, EndsWithoutContext ends)
        : text(text)
        , file(file)
        , ends_without_context(ends)
    {
        if (!file.empty() && file.front().end != text::LineEnd::none)
            newline = file.front().end;
    }

    void reserve(std::size_t bytes) { result.reserve(bytes); }

    void put(const PlacedHunk& placed)
    {
        // The context that it shares with the previous hunk has been copied already.
        const std::size_t shared = at - std::min(at, placed.line);
        copy_until(std::max(at, placed.line));
        as_written = ends_are_as_written(placed);
        speaks_of_end = read::speaks_of_missing_newline(*placed.hunk);
        forget_replaced();
        const auto& lines = placed.hunk->lines;
        for (auto line = lines.begin() + static_cast<std::ptrdiff_t>(shared); line != lines.end();
             ++line)
            put(*line);
        if (placed.hunk->lines.back().mark != read::Mark::context)
            keep_missing_newline();
    }

    std::string finish()
    {
        copy_until(file.size());
        return std::move(result);
    }

private:
    // Copies the file unchanged up to this line.
    void copy_until(std::size_t line)
    {
        if (line == at)
            return;
        const auto offset = [this](std::size_t number) {
            return number == file.size()
                ? text.size()
                : static_cast<std::size_t>(file[number].text.data() - text.data());
        };
        end_last_line();
        result += text.substr(offset(at), offset(line) - offset(at));
        at = line;
        remember(file[at - 1].end);
    }

    void put(const read::HunkLine& line)
    {
        if (line.mark == read::Mark::context) {
            copy_until(at + 1);
            forget_replaced();
        } else if (line.mark == read::Mark::removed) {
            replaced.push_back(file[at++].end);
        } else {
            end_last_line();
            const text::LineEnd end = end_of(line.line.end);
            result += line.line.text;
            result += text::bytes_of(end);
            remember(end);
        }
        put_new_line
            = line.mark == read::Mark::added || (put_new_line && line.mark == read::Mark::removed);
    }

    // Returns the newline of the line that is replaced, or of the line before, or of the line
    // after.
    text::LineEnd neighbour()
    {
        if (!replaced.empty())
            return replaced[std::min(used++, replaced.size() - 1)];
        if (at > 0)
            return last;
        return file.empty() ? text::LineEnd::lf : file.front().end;
    }

    text::LineEnd end_of(text::LineEnd written)
    {
        if (as_written || written == text::LineEnd::none)
            return written;
        const text::LineEnd end = neighbour();
        return end == text::LineEnd::none && speaks_of_end ? newline : end;
    }

    bool ends_are_as_written(const PlacedHunk& placed) const
    {
        const read::Side side = read::old_side(*placed.hunk);
        if (side.lines.empty())
            return file.empty() || ends_without_context == EndsWithoutContext::as_written;
        return std::equal(side.lines.begin(), side.lines.end(),
            file.begin() + static_cast<std::ptrdiff_t>(placed.line),
            [](const text::Line& left, const text::Line& right) { return left.end == right.end; });
    }

    void forget_replaced()
    {
        replaced.clear();
        used = 0;
    }

    // A file without a final newline stays without one if its last line is replaced.
    void keep_missing_newline()
    {
        if (speaks_of_end || at != file.size() || file.empty()
            || file.back().end != text::LineEnd::none || !put_new_line)
            return;
        result.resize(result.size() - text::bytes_of(last).size());
        last = text::LineEnd::none;
    }

    void remember(text::LineEnd end)
    {
        last = end;
        if (end != text::LineEnd::none)
            newline = end;
    }

    // Adds a newline to a last line that had none, when another line follows.
    void end_last_line()
    {
        if (!result.empty() && last == text::LineEnd::none)
            result += text::bytes_of(newline);
    }

    std::string_view text;
    const std::vector<text::Line>& file;
    EndsWithoutContext ends_without_context;
    std::string result;
    std::size_t at = 0; // the first line of the file that has not been processed
    text::LineEnd last = text::LineEnd::lf; // newline of the last line in the result
    text::LineEnd newline = text::LineEnd::lf; // the last newline that was not `none`
    std::vector<text::LineEnd> replaced; // newlines of the lines just removed
    std::size_t used = 0; // number of these newlines that new lines have taken
    bool put_new_line = false; // the last line in the result is a new one
    bool as_written = true;
    bool speaks_of_end = false;
};

}

bool means_its_ends(const std::vector<read::Hunk>& hunks)
{
    return std::any_of(hunks.begin(), hunks.end(), [](const read::Hunk& hunk) {
        return hunk.header_end == text::LineEnd::lf
            && std::any_of(hunk.lines.begin(), hunk.lines.end(),
                [](const read::HunkLine& line) { return line.line.end == text::LineEnd::crlf; });
    });
}

std::string assemble(std::string_view text, const std::vector<text::Line>& file,
    std::vector<PlacedHunk> hunks, EndsWithoutContext ends)
{
    // Lines that are inserted at a line come before the lines that replace it.
    std::stable_sort(
        hunks.begin(), hunks.end(), [](const PlacedHunk& left, const PlacedHunk& right) {
            return std::tuple(left.line, left.size) < std::tuple(right.line, right.size);
        });
    std::size_t added = 0;
    for (const auto& placed : hunks)
        for (const auto& line : placed.hunk->lines)
            added += line.mark == read::Mark::added
                ? line.line.text.size() + text::bytes_of(text::LineEnd::crlf).size()
                : 0;
    Assembler assembler(text, file, ends);
    assembler.reserve(text.size() + added);
    for (const auto& placed : hunks)
        assembler.put(placed);
    return assembler.finish();
}

}
