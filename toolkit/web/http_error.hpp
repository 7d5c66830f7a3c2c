#pragma once

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace toolkit::web {

// How large the head of an answer may be: the status line and all headers. Gateways add long ones;
// Beast can't keep a header of more than 65,533 bytes.
constexpr std::uint32_t max_head = 64 << 10;

// The body is taken out of the buffer as it comes. What has to fit in is the head, and what a chunk
// may have beside its data, for which Beast has no limit of its own.
constexpr std::size_t max_framing = 256 << 10;

// The body of an answer with embeddings, and of one that is a message: what is made of that takes
// memory and time.
constexpr std::size_t max_response = 64 << 20;
constexpr std::size_t max_reply = 16 << 20;

// A library's message, or that of an error, as it stands within a sentence: "connection refused".
std::string within_sentence(std::string message);
std::string words_of(boost::system::error_code error);

// True if these bytes are how a server begins that speaks HTTP/2 alone: with a SETTINGS frame of
// stream 0 (RFC 9113, section 3.4), or with a status line that names HTTP/2.
bool is_http_2(std::string_view unread);

// Why an answer of at most `most` bytes can't be used, in words. `unread` is what the parser has
// not taken: it begins with the line that is wrong.
std::string reason_of(
    boost::system::error_code error, std::size_t most = max_response, std::string_view unread = {});

}
