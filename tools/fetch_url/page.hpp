#pragma once

#include "content.hpp"
#include "request.hpp"

#include "toolkit/tool/answer.hpp"

namespace fetch_url {

// A response and its text.
struct Document {
    Response response;
    Content content;
};

// Converts the body of the response to text. Throws UNSUPPORTED if the response is not text.
Document document_of(Response response);

// Returns the answer with the page of the text that the request asks for.
toolkit::tool::Answer page_of(const Document& document, const Request& request);

}
