#include "fuzz.hpp"

#include "tools/exec/output/capture.hpp"

#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace exec::output;
using namespace toolkit::system;
using namespace toolkit::text;
using namespace toolkit::workspace;

// What Capture keeps of a stream, against a plain model that has all of it at once; and the file
// that has the whole.

namespace {

// Bytes of the character that begins here, 1 where none does.
std::size_t length_at(std::string_view bytes, std::size_t at)
{
    const auto first = static_cast<unsigned char>(bytes[at]);
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    return is_utf8(bytes.substr(at, length)) && at + length <= bytes.size() ? length : 1;
}

bool splits_character(std::string_view bytes, std::size_t cut)
{
    for (std::size_t at = cut < 4 ? 0 : cut - 4; at < cut; ++at)
        if (at + length_at(bytes, at) > cut)
            return true;
    return false;
}

bool is_between_lines(std::string_view bytes, std::size_t cut)
{
    return cut > 0 && bytes[cut - 1] == '\n';
}

std::string_view head_of(std::string_view bytes, std::size_t most)
{
    for (std::size_t cut = most; cut > 0 && cut >= most / 2; --cut)
        if (is_between_lines(bytes, cut))
            return bytes.substr(0, cut);
    std::size_t cut = most;
    while (splits_character(bytes, cut))
        --cut;
    return bytes.substr(0, cut);
}

std::string_view tail_of(std::string_view bytes, std::size_t most)
{
    const std::size_t first = bytes.size() - most;
    for (std::size_t cut = first; cut <= first + most / 2; ++cut)
        if (is_between_lines(bytes, cut))
            return bytes.substr(cut);
    std::size_t cut = first;
    while (splits_character(bytes, cut))
        ++cut;
    return bytes.substr(cut);
}

std::string marker_for(std::string_view bytes, std::string_view head, std::string_view tail)
{
    const std::string_view missing
        = bytes.substr(head.size(), bytes.size() - head.size() - tail.size());
    return (head.empty() || head.ends_with('\n') ? "[" : "\n[") + std::to_string(missing.size())
        + " bytes, " + std::to_string(std::count(missing.begin(), missing.end(), '\n'))
        + " newlines left out";
}

void check_text(std::string_view bytes, std::size_t most, const std::string& text)
{
    if (bytes.size() <= most)
        return must(text == bytes);
    const std::string_view head = head_of(bytes, most / 2);
    // Bytes that are not UTF-8 may lose up to three more, as those of a character that began
    // before.
    bool is_as_modelled = false;
    const std::string_view longest = tail_of(bytes, most - most / 2);
    const std::size_t most_lost = is_utf8(bytes) ? 0 : std::min<std::size_t>(3, longest.size());
    for (std::size_t lost = 0; lost <= most_lost; ++lost) {
        const std::string_view tail = longest.substr(lost);
        is_as_modelled |= text.starts_with(std::string(head) + marker_for(bytes, head, tail))
            && text.ends_with("]\n" + std::string(tail));
    }
    must(is_as_modelled);
    must(!is_utf8(bytes) || is_utf8(text));
}

void check_file(std::string_view bytes, std::size_t limit, const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string content {std::istreambuf_iterator<char>(file), {}};
    must(content == bytes.substr(0, limit));
    std::filesystem::remove(path);
}

// In memory, and gone at the end.
struct Ground {
    Ground() { must(mkdtemp(place.data()) != nullptr); }
    ~Ground() { std::filesystem::remove_all(place); }
    Ground(const Ground&) = delete;
    Ground& operator=(const Ground&) = delete;
    std::string place = "/dev/shm/capture-fuzz-XXXXXX";
};

struct Input {
    std::size_t most;
    std::size_t piece;
    std::size_t limit;
    std::string bytes;
};

// Five bytes of sizes, then the stream: as it is, or again and again.
Input input_from(std::string_view input)
{
    constexpr std::size_t header = 5;
    constexpr std::size_t long_stream = 400'000; // longer than what Capture holds
    if (input.size() <= header)
        throw ToolError(Code::bad_request, "too short");
    const auto number = [&](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(input[at]));
    };
    Input result {number(0) + (number(1) % 16) * 256, number(2) * number(2) + 1, number(3) * 32,
        std::string(input.substr(header))};
    if (number(4) > 250) {
        result.limit *= 64;
        result.piece *= 64;
        const std::string once = result.bytes;
        while (result.bytes.size() < long_stream)
            result.bytes += once.size() < 64 ? once + once + once + once : once;
    }
    return result;
}

}

void fuzz(std::string_view input)
{
    static const Ground ground;
    static const Workspace workspace({.root = ground.place, .protect = {}});
    const Input given = input_from(input);
    const std::string_view bytes = given.bytes;
    Capture capture(given.most, Spill(workspace, "stdout", static_cast<std::int64_t>(given.limit)));
    for (std::size_t at = 0; at < bytes.size(); at += given.piece) {
        capture.append(bytes.substr(at, given.piece));
        must(capture.held_bytes() < (1 << 20));
    }
    const std::string path = capture.file().path();
    must(capture.total_bytes() == static_cast<std::int64_t>(bytes.size()));
    must(capture.is_cut() == (bytes.size() > given.most));
    must(path.empty() == !capture.is_cut());
    must(capture.file().is_cut() == (capture.is_cut() && bytes.size() > given.limit));
    must(capture.file().problem().empty());
    check_text(bytes, given.most, capture.text());
    if (!path.empty())
        check_file(bytes, given.limit, ground.place + "/" + path);
}
