#pragma once

#include "toolkit/change/transaction.hpp"
#include "toolkit/text/file_form.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "toolkit/workspace/changed_file.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::change {

// The content of a request that writes a file: UTF-8 text that is converted to the form of the
// file, or bytes that are written unchanged.
struct ContentToWrite {
    std::string_view text;
    bool is_bytes = false; // sent in base64
    std::optional<text::WrittenEncoding> encoding = {}; // named by the request

    // Returns false for bytes, and for text whose encoding the request names, because its newlines
    // are then intended, too.
    bool follows_file() const { return !is_bytes && !encoding; }
};

struct WrittenText {
    std::string bytes;
    // Describes the form that was applied, and how to avoid it; empty if no form was applied.
    std::string kept = {};
};

// The part of the file that the text becomes: all of it, or its end.
enum class WrittenPart { whole, end };

// Returns the bytes to write into a file of this form. Throws BAD_REQUEST if the encoding that the
// request names lacks a character of the text.
WrittenText bytes_to_write(
    const ContentToWrite& content, const text::FileForm& form, WrittenPart part);

// A change of one file in one atomic step: a Transaction with one path, and the hash that the
// request expects.
class SingleFileChange {
public:
    // Throws BAD_REQUEST if `expected_sha256` is not a hash, and what the constructor of
    // Transaction throws.
    SingleFileChange(const Workspace& workspace, const std::string& path,
        std::optional<std::string> expected_sha256);

    // The path as the request gives it, and relative to the root (Workspace::relative()).
    const std::string& path() const { return given; }
    const std::string& name() const { return names; }

    // size() is 0 if the file does not exist. current() is the open file, to read its content.
    bool exists() const { return transaction.exists(0); }
    std::int64_t size() const { return exists() ? transaction.status(0).st_size : 0; }
    const File& current() const { return transaction.current(0); }

    // Throws NOT_FOUND with this hint if the directory of the file does not exist. Without this
    // check, the change makes the directory.
    void require_directory(const std::string& hint) const;

    // Throws CONFLICT unless the content is the expected one. `hash_of_current` is called only if
    // the file exists and the request has an expected hash.
    void check_expected(const std::function<std::string()>& hash_of_current) const;

    // Throws CONFLICT if the content of the file is not the one that the caller saw last. For
    // changes that do not find their place by content. Does nothing if the request has an expected
    // hash.
    void refuse_changed_since_seen() const;

    // Throws CONFLICT like SeenFiles::refuse_unread(). Does nothing if the request has an expected
    // hash.
    void refuse_unread(bool insists) const;

    // Return the answer for a change to this content, or to content with this hash, without
    // changing anything.
    workspace::ChangedFile preview(std::string_view content) const
    {
        return outcome(sha256_of(content));
    }
    workspace::ChangedFile outcome(std::string sha256) const;

    // Return the difference that a change to this content, or these bytes at the end, would make,
    // as a diff of at most text::max_diff_bytes. For a dry run. If the file has more than 16 MiB,
    // the diff is empty and marked as cut.
    text::Diff show_replacement(std::string_view content) const;
    text::Diff show_addition(std::string_view bytes) const;

    // Records that the caller knows the whole content. To be called after replace().
    void caller_knows(const workspace::ChangedFile& file) const;

    // Make the change. An existing file keeps its mode. A new file gets `mode_of_new`, or by
    // default 0666 less the umask. Throw what Transaction throws; then nothing is changed.
    workspace::ChangedFile replace(
        std::string_view content, std::optional<mode_t> mode_of_new = {});
    workspace::ChangedFile append(std::string_view bytes, const std::string& sha256_of_whole);

private:
    static std::string sha256_of(std::string_view content);
    text::Diff show(
        const std::function<text::TextChange(std::string_view before)>& change_of) const;
    workspace::ChangedFile commit(std::string sha256);

    const Workspace& workspace;
    std::string given;
    // Relative to the root.
    std::optional<std::string> expected_sha256;
    Transaction transaction;
    std::string names;
};

}
