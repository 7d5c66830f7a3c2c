#include "block_search.hpp"
#include "file_text.hpp"
#include "tools/fs_search/answer_writer.hpp"
#include "tools/fs_search/line.hpp"
#include "tools/fs_search/walk/thread_pool.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace fs_search::files {

namespace {

struct Block {
    std::size_t index;
    BlockRange lines_at = {}; // range in the file
    std::int64_t lines = -1; // -1: not counted yet
    std::int64_t lines_before = 0; // known once all blocks before this one are counted
    bool has_nul = false;
    // There are enough results before this block: it is only checked for NUL bytes.
    bool is_surplus = false;
    std::int64_t count = 0; // number of lines that match
    FileFindings found = {};
    bool is_finished = false;
};

// Each thread takes one block after another, and counts its lines before it searches the block, so
// that line numbers are available when they are needed. Results are joined in the order of the
// blocks.
class BlockWorkerPool {
public:
    BlockWorkerPool(const BlockFile& file, const Matcher& matcher, const Wanted& wanted)
        : file(file)
        , matcher(matcher)
        , wanted(wanted)
        , is_counting(file.threads > 1)
    {
    }

    BlockSearch search(LineBlock& memory);

private:
    void help();
    void labour(LineBlock& memory, const Matcher& own);
    Block* take();
    std::span<char> read(LineBlock& memory, Block& block);
    void find(Block& block, std::string_view text, const Matcher& own, Entries& entries);
    void count(Block& block, std::string_view bytes);
    void count_from_the_first(Block& block, std::string_view text);
    void count_again(Block& block);
    void note(Block& block, std::int64_t lines, bool has_nul);
    std::int64_t lines_before(const Block& block);
    void finish(Block& block);
    void fail(std::exception_ptr exception);

    const BlockFile& file;
    const Matcher& matcher;
    const Wanted& wanted;

    // A single thread does not count lines until there is a match, since most files have none. It
    // then reads again what it has searched.
    bool is_counting;

    std::mutex mutex; // protects the members below
    std::condition_variable changed;
    std::deque<Block> blocks;
    std::size_t counted = 0; // number of blocks from the beginning that are counted
    std::int64_t lines_counted = 0;
    std::size_t collected = 0; // number of blocks from the beginning that are in the result
    std::size_t last = std::numeric_limits<std::size_t>::max(); // the last block of the file
    bool is_over = false; // no further block is needed
    std::int64_t found_in_all = 0; // lines that match in finished blocks
    bool is_failed = false;
    std::exception_ptr failure;
    BlockSearch result;
};

BlockSearch BlockWorkerPool::search(LineBlock& memory)
{
    {
        const walk::Helpers helpers(file.threads - 1, [this] { help(); });
        labour(memory, matcher);
    }
    if (failure)
        std::rethrow_exception(failure);
    result.is_whole = !is_failed;
    // Bytes that were appended during the search do not count.
    result.has_nul = std::any_of(blocks.begin(), blocks.end(),
        [&](const Block& block) { return block.index <= last && block.has_nul; });
    return std::move(result);
}

void BlockWorkerPool::help()
{
    try {
        LineBlock memory;
        std::optional<Matcher> own;
        if (!matcher.is_costly())
            own.emplace(matcher.another());
        labour(memory, own ? *own : matcher);
    } catch (...) {
        fail(std::current_exception());
    }
}

void BlockWorkerPool::labour(LineBlock& memory, const Matcher& own)
{
    try {
        Entries entries(wanted.has_columns);
        entries.begin(file.path);
        while (Block* const block = take()) {
            const std::span<char> lines = read(memory, *block);
            if (own.may_be_in({lines.data(), lines.size()}))
                find(*block, with_line_ends(lines, own.line_ends()), own, entries);
            block->found = entries.take();
            finish(*block);
        }
    } catch (...) {
        fail(std::current_exception());
    }
}

void BlockWorkerPool::find(
    Block& block, std::string_view text, const Matcher& own, Entries& entries)
{
    std::optional<std::int64_t> before;
    block.count = find_matches(text, own, wanted, [&](Match match) {
        count_from_the_first(block, text);
        before = before ? before : lines_before(block);
        match.line += *before;
        if (match.line <= file.earlier_lines)
            return false;
        entries.add(match);
        return true;
    });
    if (block.count > 0)
        count_from_the_first(block, text);
}

Block* BlockWorkerPool::take()
{
    const std::lock_guard lock(mutex);
    if (is_over)
        return nullptr;
    // All finished blocks come before the next one.
    const std::int64_t max_count = wanted.mode == Mode::files ? 1 : wanted.max_results;
    Block& block = blocks.emplace_back(Block {blocks.size()});
    block.is_surplus = wanted.mode != Mode::count && found_in_all >= max_count;
    return &block;
}

// Returns the lines of the block that must be searched.
std::span<char> BlockWorkerPool::read(LineBlock& memory, Block& block)
{
    const std::size_t begin = block.index * file.block_bytes;
    if (!memory.read(file.file, {begin, begin + file.block_bytes}, file.max_line_bytes)
        || memory.offset() > file.max_bytes || memory.is_cut()) {
        fail(nullptr);
        const std::lock_guard lock(mutex);
        result.has_long_line = result.has_long_line || memory.is_cut();
        return {};
    }
    std::span<char> lines = memory.lines();
    const std::string_view bytes(lines.data(), lines.size());
    if (block.index == 0 && bytes.starts_with(byte_order_mark))
        lines = lines.subspan(byte_order_mark.size());
    block.lines_at = memory.lines_at();
    if (is_counting)
        count(block, bytes);
    const std::lock_guard lock(mutex);
    if (memory.is_last()) {
        last = std::min(last, block.index);
        is_over = true;
    }
    return block.is_surplus ? std::span<char>() : lines;
}

// Counts the lines of a block, and checks it for NUL bytes.
void BlockWorkerPool::count(Block& block, std::string_view bytes)
{
    const bool has_nul = bytes.find('\0') != std::string_view::npos;
    note(block, static_cast<std::int64_t>(count_newlines(bytes)), has_nul);
}

void BlockWorkerPool::note(Block& block, std::int64_t lines, bool has_nul)
{
    const std::lock_guard lock(mutex);
    block.has_nul = has_nul;
    block.lines = lines;
    for (; counted < blocks.size() && blocks[counted].lines >= 0; ++counted) {
        blocks[counted].lines_before = lines_counted;
        lines_counted += blocks[counted].lines;
    }
    changed.notify_all();
}

void BlockWorkerPool::count_from_the_first(Block& block, std::string_view text)
{
    if (is_counting)
        return;
    is_counting = true;
    for (std::size_t index = 0; index < block.index; ++index)
        count_again(blocks[index]);
    count(block, text);
}

// Counts a block that is no longer in memory.
void BlockWorkerPool::count_again(Block& block)
{
    constexpr std::size_t page = LineBlock::page;
    alignas(page) std::array<char, 4 * page>
        memory; // NOLINT(cppcoreguidelines-pro-type-member-init): filled where it is looked at
    std::size_t lines = 0;
    bool has_nul = false;
    for (std::size_t at = block.lines_at.begin; at < block.lines_at.end;) {
        char* const bytes = memory.data() + at % page;
        const std::size_t wanted = std::min(block.lines_at.end - at, memory.size() - at % page);
        const ssize_t count
            = ::pread(file.file.descriptor(), bytes, wanted, static_cast<off_t>(at));
        if (count == 0 || (count < 0 && errno != EINTR)) {
            fail(nullptr);
            return;
        }
        const std::string_view part(bytes, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        lines += count_newlines(part);
        has_nul = has_nul || part.find('\0') != std::string_view::npos;
        at += part.size();
    }
    note(block, static_cast<std::int64_t>(lines), has_nul);
}

std::int64_t BlockWorkerPool::lines_before(const Block& block)
{
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return counted > block.index || is_failed; });
    return block.lines_before;
}

void BlockWorkerPool::finish(Block& block)
{
    const std::lock_guard lock(mutex);
    block.is_finished = true;
    found_in_all += block.count;
    while (collected < blocks.size() && collected <= last && blocks[collected].is_finished) {
        Block& next = blocks[collected++];
        append(result.found, std::exchange(next.found, {}));
        result.count += next.count;
    }
}

void BlockWorkerPool::fail(std::exception_ptr exception)
{
    const std::lock_guard lock(mutex);
    failure = failure ? failure : std::move(exception);
    is_failed = is_over = true;
    changed.notify_all();
}

}

BlockSearch search_blocks(
    const BlockFile& file, const Matcher& matcher, const Wanted& wanted, LineBlock& memory)
{
    return BlockWorkerPool(file, matcher, wanted).search(memory);
}

}
