#include "append.hpp"

#include "toolkit/change/single_file_change.hpp"
#include "toolkit/system/encoding.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/characters.hpp"

#include <algorithm>

namespace fs_append_file {

using namespace toolkit;

// How the file ends and is encoded, which determines the form of the appended bytes.
struct End {
    text::FileForm form = {};
    bool has_line = false; // the file ends without a newline
};

static End end_of(const change::SingleFileChange& change)
{
    static constexpr std::int64_t most = 64 << 10;
    if (change.size() == 0)
        return {};
    const std::string head = system::read_range(change.current(), change.path(), 0, most);
    const std::int64_t begin = std::max<std::int64_t>(0, change.size() - most) / 2 * 2;
    std::string tail = system::read_range(change.current(), change.path(), begin, most + 1);
    End end {text::form_of(head)};
    using Encoding = text::FileForm::Encoding;
    if (text::is_utf16(end.form))
        tail = text::utf8_from_utf16(tail,
            end.form.encoding == Encoding::utf16_little ? text::ByteOrder::little
                                                        : text::ByteOrder::big);
    if (end.form.encoding != Encoding::binary)
        end.form.newlines = text::newlines_at_end(tail);
    end.has_line = !tail.ends_with('\n') && !tail.ends_with('\r');
    return end;
}

Appended append_to_file(
    const Workspace& workspace, const ToAppendTo& file, const change::ContentToWrite& content)
{
    const auto& [path, expected_sha256, max_bytes, is_dry_run] = file;
    const system::HashLimit limit {max_bytes, "append to", "write to another file"};
    change::SingleFileChange change(workspace, path, expected_sha256);
    change.require_directory("create it first");
    const End end = end_of(change);
    const change::WrittenText written = change::bytes_to_write(content, end.form,
        change.size() > 0 ? change::WrittenPart::end : change::WrittenPart::whole);
    const std::string& bytes = written.bytes;
    system::GrowthHashes hashes;
    if (change.exists())
        hashes = system::sha256_of_growth(change.current(), path, bytes, limit);
    change.check_expected([&] { return hashes.before; });
    const bool mixes = change.exists() && !text::is_utf16(end.form)
        && system::mixes_encodings(change.current(), path, bytes);
    Appended appended {change.size() + static_cast<std::int64_t>(bytes.size()), bytes.size()};
    const auto hash_after = [&] { return change.exists() ? hashes.after : system::sha256(bytes); };
    appended.continues_line = end.has_line && !mixes && !content.text.empty()
        && content.text.front() != '\n' && content.text.front() != '\r';
    appended.file = is_dry_run ? change.outcome(hash_after()) : change.append(bytes, hashes.after);
    if (is_dry_run)
        appended.diff = change.show_addition(bytes);
    appended.file.mixes_encodings = mixes;
    appended.file.kept = written.kept;
    return appended;
}

}
