#include "frontends/workflow/item_results.hpp"

#include "frontends/workflow/run_files.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <unordered_map>
#include <utility>

namespace frontends::workflow {

std::string line_of(const ItemResult& item)
{
    Json fields {{"index", item.index}, {"key", item.key}, {"status", item.status}};
    fields["output"] = item.output;
    if (!item.error.is_null())
        fields["error"] = item.error;
    if (item.is_redacted)
        fields["redacted"] = true;
    return fields.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<ItemResult> item_result(std::string_view line)
{
    try {
        const Json fields = json::parse_bounded(line);
        const Json& index = json::member(fields, "index");
        const Json& is_redacted = json::member(fields, "redacted");
        if (!index.is_number_unsigned() || !json::member(fields, "key").is_string()
            || !json::member(fields, "status").is_string())
            return std::nullopt;
        return ItemResult {.index = index.get<std::uint64_t>(),
            .key = json::string_member(fields, "key"),
            .status = json::string_member(fields, "status"),
            .output = json::member(fields, "output"),
            .error = json::member(fields, "error"),
            .is_redacted = is_redacted.is_boolean() && is_redacted.get<bool>()};
    } catch (const ToolError&) {
        return std::nullopt;
    }
}

std::string results_name(const std::string& path, const std::optional<Shard>& shard)
{
    constexpr std::size_t max_name = 128;
    const bool is_name = text::name_length(path, "._-[]") == path.size();
    std::string name
        = "results-" + (is_name && path.size() <= max_name ? path : system::sha256(path));
    if (shard)
        name += "-" + std::to_string(shard->number) + "-of-" + std::to_string(shard->count);
    return name + ".ndjson";
}

namespace {

struct CloseStream {
    void operator()(FILE* stream) const { std::fclose(stream); }
};
using Stream = std::unique_ptr<FILE, CloseStream>;

struct FreeText {
    char* text = nullptr;
    FreeText() = default;
    ~FreeText() { std::free(text); } // NOLINT: getline's
    FreeText(const FreeText&) = delete;
    FreeText& operator=(const FreeText&) = delete;
    FreeText(FreeText&&) = delete;
    FreeText& operator=(FreeText&&) = delete;
};

}

// Calls `visit` with each complete line and its item.
static void for_each_item(
    FILE* stream, const std::function<void(std::string_view, ItemResult)>& visit)
{
    FreeText buffer;
    std::size_t room = 0;
    std::size_t number = 0;
    for (ssize_t count = 0; (count = getline(&buffer.text, &room, stream)) > 0;) {
        const std::string_view line(buffer.text, static_cast<std::size_t>(count));
        if (!line.ends_with('\n'))
            return;
        ++number;
        auto item = item_result(line.substr(0, line.size() - 1));
        if (!item)
            throw ToolError(Code::bad_request,
                "line " + std::to_string(number) + " of the results is none",
                "begin a run under another --run-id");
        visit(line, std::move(*item));
    }
}

static bool is_kept_item(const ItemResult& item)
{
    return (item.status == "ok" || item.status == "skipped") && !item.is_redacted;
}

// Returns the number of the last line of each index, which is the one that counts.
static std::unordered_map<std::uint64_t, std::size_t> last_lines(FILE* stream)
{
    std::unordered_map<std::uint64_t, std::size_t> last;
    std::size_t number = 0;
    for_each_item(
        stream, [&](std::string_view, const ItemResult& item) { last[item.index] = number++; });
    std::rewind(stream);
    return last;
}

static Stream open_to_read(const File& directory, const std::string& name, const std::string& run)
{
    File old = system::open_in(directory, name, O_RDONLY);
    if (!old)
        return {};
    check_private(old, run);
    return Stream(fdopen(dup(old.descriptor()), "r"));
}

ItemResults::ItemResults(
    const RunDirectory& run, const Of& of, const redaction::Redaction& redaction, const Keep& keep)
    : redaction(redaction)
    , file_path(run.path() + "/" + results_name(of.path, of.shard))
{
    const std::string name = results_name(of.path, of.shard);
    const std::string next = name + ".new";
    const int where = run.directory().descriptor();
    unlinkat(where, next.c_str(), 0); // left by a process that was killed
    file = File(
        openat(where, next.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file)
        throw failed("cannot make the results");
    if (const Stream old = open_to_read(run.directory(), name, run.id())) {
        const auto last = last_lines(old.get());
        std::string kept;
        const auto write = [&] {
            system::write_whole(file, "results", kept);
            size += static_cast<std::int64_t>(kept.size());
            kept.clear();
        };
        std::size_t number = 0;
        for_each_item(old.get(), [&](std::string_view line, ItemResult item) {
            if (last.at(item.index) != number++ || !is_kept_item(item))
                return;
            const auto index = keep(item);
            if (!index)
                return;
            const bool has_moved = std::exchange(item.index, *index) != *index;
            kept += has_moved ? line_of(item) : std::string(line);
            if (kept.size() > 1 << 16)
                write();
        });
        write();
        synchronise();
    }
    if (renameat(where, next.c_str(), where, name.c_str()) != 0)
        throw failed("cannot write the results");
}

ToolError ItemResults::failed(const std::string& what) const { return system::system_error(what); }

void ItemResults::add(ItemResult item)
{
    const Json content {{"output", item.output}, {"error", item.error}, {"key", item.key}};
    Json redacted = redaction.redact_json(content);
    item.is_redacted = redacted != content;
    item.output = std::move(redacted["output"]);
    item.error = std::move(redacted["error"]);
    item.key = redacted["key"].is_string() ? redacted["key"].get<std::string>() : "";
    const std::string line = line_of(item);
    const ssize_t put = ::write(file.descriptor(), line.data(), line.size());
    if (put < 0)
        throw failed("cannot write the results");
    if (static_cast<std::size_t>(put) != line.size()) {
        if (ftruncate(file.descriptor(), size) != 0)
            throw failed("cannot take a torn line back from the results");
        throw ToolError(Code::no_space, "cannot write the results: the disk has no room for a line",
            "make room, and continue with --resume");
    }
    size += put;
}

void ItemResults::synchronise() const
{
    if (fdatasync(file.descriptor()) != 0)
        throw failed("cannot write the results to the disk");
}

}
